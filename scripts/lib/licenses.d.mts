/** The licence of Stagelight and those of these packages, by their folders below the project's. */
export function licensesOf(folders: readonly string[]): string;
export function writeLicenses(file: string): void;
