import { contextBridge, ipcRenderer } from 'electron';
import {
  CHANNELS,
  type CommandAnswer,
  type DashboardPreload,
  PRELOAD_NAME,
} from '../shared/preload.ts';
import { createConnect, randomLineNumber } from './desktop/ipc/page-end.ts';

const connect = createConnect(ipcRenderer, randomLineNumber());

const api: DashboardPreload = {
  connect(ears) {
    const { close } = connect(ears);
    return Object.freeze({ close });
  },
  command(name, args, id) {
    if (typeof name !== 'string') throw new TypeError('The name of a command is a text');
    return ipcRenderer.invoke(CHANNELS.command, name, args, id) as Promise<CommandAnswer>;
  },
};

contextBridge.exposeInMainWorld(PRELOAD_NAME, Object.freeze(api));
