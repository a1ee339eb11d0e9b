/** For electron-builder: the bundles contain every import, so it need not collect node_modules. */
export const beforeBuild = () => false;
