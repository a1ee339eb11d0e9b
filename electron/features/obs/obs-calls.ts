import type { OBSEventTypes, OBSRequestTypes, OBSResponseTypes } from 'obs-websocket-js';

export type ObsRequestName = keyof OBSRequestTypes;

/** One request of a batch. */
export type ObsRequest = {
  [N in ObsRequestName]: {
    readonly requestType: N;
    readonly requestData?: OBSRequestTypes[N];
  };
}[ObsRequestName];

/** `data` null: OBS refused, with its status code (600: not found, 601: exists already, …). */
export type ObsResult =
  | { readonly ok: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: number };

/** What the parts of the feature ask of a connected OBS. Requests are answered before they take effect. */
export interface ObsCalls {
  /** Rejects with an `ObsRefusedError` (OBS's status code), or an `ObsGoneError` if it is not connected. */
  call<N extends ObsRequestName>(
    name: N,
    ...data: OBSRequestTypes[N] extends never ? [] : [data: OBSRequestTypes[N]]
  ): Promise<OBSResponseTypes[N]>;
  /** One message; goes on after a refusal. The results are in the order of the requests. */
  batch(requests: readonly ObsRequest[]): Promise<readonly ObsResult[]>;
  /** Returns what stops listening. Listeners outlive reconnects. */
  on<E extends keyof OBSEventTypes>(
    event: E,
    listener: (data: OBSEventTypes[E]) => void,
  ): () => void;
}
