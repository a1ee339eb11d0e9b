import { contextBridge, ipcRenderer } from 'electron';
import { type OverlayPreload, PRELOAD_NAME } from '../shared/preload.ts';
import { createConnect, randomLineNumber } from './desktop/ipc/page-end.ts';

/** The overlay has the feed and its receipts; no command. */
const api: OverlayPreload = { connect: createConnect(ipcRenderer, randomLineNumber()) };

contextBridge.exposeInMainWorld(PRELOAD_NAME, Object.freeze(api));
