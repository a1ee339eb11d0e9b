import alerts from './alerts.json' with { type: 'json' };
import chatCommands from './chat-commands.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import connection from './connection.json' with { type: 'json' };
import counters from './counters.json' with { type: 'json' };
import customWidgets from './custom-widgets.json' with { type: 'json' };
import desktop from './desktop.json' with { type: 'json' };
import doors from './doors.json' with { type: 'json' };
import draw from './draw.json' with { type: 'json' };
import drops from './drops.json' with { type: 'json' };
import live from './live.json' with { type: 'json' };
import maintenance from './maintenance.json' with { type: 'json' };
import marks from './marks.json' with { type: 'json' };
import media from './media.json' with { type: 'json' };
import missions from './missions.json' with { type: 'json' };
import obs from './obs.json' with { type: 'json' };
import osc from './osc.json' with { type: 'json' };
import overlay from './overlay.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import players from './players.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import sampleShow from './sample-show.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import setup from './setup.json' with { type: 'json' };
import show from './show.json' with { type: 'json' };
import sinks from './sinks.json' with { type: 'json' };
import stream from './stream.json' with { type: 'json' };
import streamFields from './stream-fields.json' with { type: 'json' };
import streamerbot from './streamerbot.json' with { type: 'json' };
import subathon from './subathon.json' with { type: 'json' };
import tests from './tests.json' with { type: 'json' };
import vote from './vote.json' with { type: 'json' };
import wheel from './wheel.json' with { type: 'json' };

/** What the dashboard says. */
export const PAGES = {
  ...alerts,
  ...chatCommands,
  ...common,
  ...connection,
  ...desktop,
  ...drops,
  ...live,
  ...maintenance,
  ...marks,
  ...media,
  ...obs,
  ...overlay,
  ...people,
  ...problems,
  ...reports,
  ...sampleShow,
  ...settings,
  ...setup,
  ...show,
  ...stream,
  ...streamerbot,
  ...osc,
  ...streamFields,
  ...tests,
  ...vote,
  ...players,
  ...counters,
  ...draw,
  ...subathon,
  ...missions,
  ...doors,
  ...wheel,
  ...sinks,
  ...customWidgets,
};
