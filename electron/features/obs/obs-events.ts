import { EventSubscription, type OBSEventTypes } from 'obs-websocket-js/json';

export type ObsEventName = keyof OBSEventTypes;

const {
  General,
  Config,
  Scenes,
  Inputs,
  Transitions,
  Filters,
  Outputs,
  SceneItems,
  MediaInputs,
  Vendors,
  Ui,
  Canvases,
  InputVolumeMeters,
  InputActiveStateChanged,
  InputShowStateChanged,
  SceneItemTransformChanged,
} = EventSubscription;

/** What must be subscribed for OBS to tell of an event. The last four come often, and alone. */
const SUBSCRIPTIONS: Readonly<Record<ObsEventName, number>> = {
  ExitStarted: General,
  CustomEvent: General,
  VendorEvent: Vendors,
  CurrentSceneCollectionChanging: Config,
  CurrentSceneCollectionChanged: Config,
  SceneCollectionListChanged: Config,
  CurrentProfileChanging: Config,
  CurrentProfileChanged: Config,
  ProfileListChanged: Config,
  SceneCreated: Scenes,
  SceneRemoved: Scenes,
  SceneNameChanged: Scenes,
  CurrentProgramSceneChanged: Scenes,
  CurrentPreviewSceneChanged: Scenes,
  SceneListChanged: Scenes,
  InputCreated: Inputs,
  InputRemoved: Inputs,
  InputNameChanged: Inputs,
  InputSettingsChanged: Inputs,
  InputMuteStateChanged: Inputs,
  InputVolumeChanged: Inputs,
  InputAudioBalanceChanged: Inputs,
  InputAudioSyncOffsetChanged: Inputs,
  InputAudioTracksChanged: Inputs,
  InputAudioMonitorTypeChanged: Inputs,
  CurrentSceneTransitionChanged: Transitions,
  CurrentSceneTransitionDurationChanged: Transitions,
  SceneTransitionStarted: Transitions,
  SceneTransitionEnded: Transitions,
  SceneTransitionVideoEnded: Transitions,
  SourceFilterListReindexed: Filters,
  SourceFilterCreated: Filters,
  SourceFilterRemoved: Filters,
  SourceFilterNameChanged: Filters,
  SourceFilterSettingsChanged: Filters,
  SourceFilterEnableStateChanged: Filters,
  StreamStateChanged: Outputs,
  RecordStateChanged: Outputs,
  RecordFileChanged: Outputs,
  ReplayBufferStateChanged: Outputs,
  ReplayBufferSaved: Outputs,
  VirtualcamStateChanged: Outputs,
  SceneItemCreated: SceneItems,
  SceneItemRemoved: SceneItems,
  SceneItemListReindexed: SceneItems,
  SceneItemEnableStateChanged: SceneItems,
  SceneItemLockStateChanged: SceneItems,
  SceneItemSelected: SceneItems,
  MediaInputPlaybackStarted: MediaInputs,
  MediaInputPlaybackEnded: MediaInputs,
  MediaInputActionTriggered: MediaInputs,
  StudioModeStateChanged: Ui,
  ScreenshotSaved: Ui,
  CanvasCreated: Canvases,
  CanvasRemoved: Canvases,
  CanvasNameChanged: Canvases,
  InputVolumeMeters,
  InputActiveStateChanged,
  InputShowStateChanged,
  SceneItemTransformChanged,
};

export const OBS_EVENTS = Object.keys(SUBSCRIPTIONS) as readonly ObsEventName[];

/** The subscription that covers these events, and as little else as OBS allows. */
export function subscriptionOf(events: Iterable<ObsEventName>): number {
  let bits: number = EventSubscription.None;
  for (const event of events) bits |= SUBSCRIPTIONS[event];
  return bits;
}
