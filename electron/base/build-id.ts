declare const __BUILD_ID__: string;

/** Changes with every build; pages of another build reload themselves. */
export const BUILD_ID: string = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'unbuilt';
