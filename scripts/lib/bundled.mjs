/**
 * electron-builder calls this before it collects node_modules. The bundles already contain every
 * import, so `false` skips collecting.
 */
export const beforeBuild = () => false;
