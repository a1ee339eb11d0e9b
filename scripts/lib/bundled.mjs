/**
 * electron-builder asks this before it collects node_modules. The bundles hold everything that the
 * app imports, so there is nothing to collect: `false` says so.
 */
export const beforeBuild = () => false;
