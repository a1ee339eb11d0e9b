import browserPages from './browser-pages.json' with { type: 'json' };
import chatCommands from './chat-commands.json' with { type: 'json' };
import countersSays from './counters-says.json' with { type: 'json' };
import csv from './csv.json' with { type: 'json' };
import desktop from './desktop.json' with { type: 'json' };
import draw from './draw.json' with { type: 'json' };
import headless from './headless.json' with { type: 'json' };
import marks from './marks.json' with { type: 'json' };
import missions from './missions.json' with { type: 'json' };
import playersSays from './players-says.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };
import sinksSays from './sinks-says.json' with { type: 'json' };
import spoken from './spoken.json' with { type: 'json' };
import streamFields from './stream-fields.json' with { type: 'json' };
import subathon from './subathon.json' with { type: 'json' };
import vote from './vote.json' with { type: 'json' };
import wheel from './wheel.json' with { type: 'json' };

/** What the core and its hosts say by themselves: problems, tray and windows, the terminal. */
export const CORE = {
  ...browserPages,
  ...chatCommands,
  ...csv,
  ...desktop,
  ...headless,
  ...marks,
  ...problems,
  ...spoken,
  ...streamFields,
  ...vote,
  ...playersSays,
  ...countersSays,
  ...draw,
  ...subathon,
  ...missions,
  ...wheel,
  ...sinksSays,
};
