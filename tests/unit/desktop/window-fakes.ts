import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import type { DashboardWindowOptions } from '../../../electron/desktop/windows/dashboard-window.ts';
import type { OverlayWindowOptions } from '../../../electron/desktop/windows/overlay-window.ts';
import type { Box } from '../../../electron/desktop/windows/window-place.ts';

export type WindowOptions = Parameters<OverlayWindowOptions['create']>[0];
export type FakeDisplay = ReturnType<typeof display>;

/** A display; its task bar is 40 px at the bottom. */
export function display(id: number, bounds: Box, label = `Display ${id}`) {
  return { id, label, bounds, workArea: { ...bounds, height: bounds.height - 40 } };
}

export const LEFT = display(1, { x: 0, y: 0, width: 1920, height: 1080 });
export const RIGHT = display(2, { x: 1920, y: 0, width: 2560, height: 1440 });

/** An event whose default can be prevented, as Electron gives them to listeners. */
export function preventable() {
  return {
    defaultPrevented: false,
    preventDefault(): void {
      this.defaultPrevented = true;
    },
  };
}

export class FakeContents extends EventEmitter {
  readonly loads: string[] = [];
  readonly zooms: number[] = [];
  crashes = 0;
  destroyed = false;

  loadURL(address: string): Promise<void> {
    this.loads.push(address);
    return Promise.resolve();
  }

  setZoomFactor(factor: number): void {
    this.zooms.push(factor);
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  forcefullyCrashRenderer(): void {
    this.crashes += 1;
    this.emit('render-process-gone', preventable(), { reason: 'killed', exitCode: 9 });
  }
}

/** A window that does what it is told and writes it down; `calls` holds the rest by name. */
export class FakeWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly webContents = new FakeContents();
  readonly calls: [name: string, ...args: unknown[]][] = [];
  bounds: Box;
  destroyed = false;
  visible = false;
  focused = false;
  minimized = false;
  maximized = false;
  fullScreen = false;

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
  }

  /** Arguments of every call of one method. */
  callsTo(name: string): unknown[][] {
    return this.calls.filter(([called]) => called === name).map(([, ...args]) => args);
  }

  getBounds = (): Box => ({ ...this.bounds });
  getNormalBounds = (): Box => ({ ...this.bounds });
  isDestroyed = (): boolean => this.destroyed;
  isFocused = (): boolean => this.focused;
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  isFullScreen = (): boolean => this.fullScreen;

  setBounds(change: Partial<Box>): void {
    this.#write('setBounds', change);
    this.change(change);
  }

  /** As the system or the streamer's hand moves it. */
  change(change: Partial<Box>): void {
    const before = this.bounds;
    this.bounds = { ...before, ...change };
    const { x, y, width, height } = this.bounds;
    if (width !== before.width || height !== before.height) this.emit('resize');
    if (x !== before.x || y !== before.y) this.emit('move');
  }

  /** A click on the close button; whether it is gone. */
  close(): boolean {
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
    return this.destroyed;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.webContents.destroyed = true;
    this.emit('closed');
  }

  showInactive(): void {
    this.#write('showInactive');
    this.visible = true;
  }

  show(): void {
    this.#write('show');
    this.visible = true;
  }

  hide(): void {
    this.#write('hide');
    this.visible = false;
  }

  restore(): void {
    this.#write('restore');
    this.minimized = false;
  }

  maximize(): void {
    this.#write('maximize');
    this.maximized = true;
  }

  setFullScreen(on: boolean): void {
    this.fullScreen = on;
    if (!on) this.emit('leave-full-screen');
  }

  focus = (...args: unknown[]): void => this.#write('focus', ...args);
  blur = (...args: unknown[]): void => this.#write('blur', ...args);
  moveTop = (...args: unknown[]): void => this.#write('moveTop', ...args);
  setAlwaysOnTop = (...args: unknown[]): void => this.#write('setAlwaysOnTop', ...args);
  setBackgroundColor = (...args: unknown[]): void => this.#write('setBackgroundColor', ...args);
  setContentProtection = (...args: unknown[]): void => this.#write('setContentProtection', ...args);
  setFocusable = (...args: unknown[]): void => this.#write('setFocusable', ...args);
  setIgnoreMouseEvents = (...args: unknown[]): void => this.#write('setIgnoreMouseEvents', ...args);
  setSkipTaskbar = (...args: unknown[]): void => this.#write('setSkipTaskbar', ...args);
  setVisibleOnAllWorkspaces = (...args: unknown[]): void =>
    this.#write('setVisibleOnAllWorkspaces', ...args);

  asOverlay(): BrowserWindow {
    return this as unknown as BrowserWindow;
  }

  asDashboard(): BrowserWindow {
    return this as unknown as BrowserWindow;
  }

  #write(name: string, ...args: unknown[]): void {
    this.calls.push([name, ...args]);
  }
}

/** The displays of a desk; the first is the primary one. */
export class FakeScreen extends EventEmitter {
  displays: FakeDisplay[];

  constructor(...displays: FakeDisplay[]) {
    super();
    this.displays = displays;
  }

  getAllDisplays = (): FakeDisplay[] => this.displays;

  getPrimaryDisplay = (): FakeDisplay => {
    const first = this.displays[0];
    if (!first) throw new Error('a desk without displays');
    return first;
  };

  getDisplayMatching = (box: Box): FakeDisplay => {
    const overlap = ({ bounds }: FakeDisplay): number => {
      const right = Math.min(bounds.x + bounds.width, box.x + box.width);
      const bottom = Math.min(bounds.y + bounds.height, box.y + box.height);
      return (
        Math.max(0, right - Math.max(bounds.x, box.x)) *
        Math.max(0, bottom - Math.max(bounds.y, box.y))
      );
    };
    return this.displays.reduce((best, next) => (overlap(next) > overlap(best) ? next : best));
  };

  /** Other displays from now on; told in two parts, as systems do. */
  become(...displays: FakeDisplay[]): void {
    this.displays = displays;
    this.emit('display-removed', preventable(), {});
    this.emit('display-metrics-changed', preventable(), {}, ['bounds']);
  }

  asOverlay(): OverlayWindowOptions['screen'] {
    return this as unknown as OverlayWindowOptions['screen'];
  }

  asDashboard(): DashboardWindowOptions['screen'] {
    return this as unknown as DashboardWindowOptions['screen'];
  }
}
