/**
 * The page of a key's settings. The plug-in says what to draw, in the streamer's language; this page
 * keeps the key's own settings in Stream Deck and hands the connection to the plug-in.
 */
(() => {
  const byId = (id) => document.getElementById(id);
  let send = () => undefined;
  let settings = {};
  let drawn = '';

  function optionOf({ id, label }, value) {
    const option = document.createElement('option');
    option.value = id;
    option.textContent = label;
    option.selected = id === value;
    return option;
  }

  function inputOf({ value, choices, number, most }) {
    if (choices) {
      const select = document.createElement('select');
      select.append(...choices.map((choice) => optionOf(choice, value)));
      return select;
    }
    const input = document.createElement('input');
    input.value = value;
    if (number) Object.assign(input, { type: 'number', min: number.least, max: number.most });
    if (most !== null) input.maxLength = most;
    return input;
  }

  function labelled(text, input) {
    const label = document.createElement('label');
    const name = document.createElement('span');
    name.textContent = text;
    label.append(name, input);
    return label;
  }

  function fieldOf(field) {
    const input = inputOf(field);
    input.addEventListener('change', () => {
      settings = { ...settings, [field.id]: input.value };
      send('setSettings', settings);
    });
    return labelled(field.label, input);
  }

  /** Made once: what the streamer is writing stays. */
  function makeConnection({ address, key, save }) {
    const [addressInput, keyInput] = [
      document.createElement('input'),
      document.createElement('input'),
    ];
    addressInput.id = 'address';
    addressInput.value = address.value;
    keyInput.id = 'key';
    keyInput.type = 'password';
    const button = document.createElement('button');
    button.textContent = save;
    byId('connect').append(
      labelled(address.label, addressInput),
      labelled(key.label, keyInput),
      button,
    );
    byId('connection').open = key.kept === '';
  }

  function drawConnection(connection) {
    if (!byId('key')) makeConnection(connection);
    byId('connection-title').textContent = connection.title;
    byId('said').textContent = connection.said;
    byId('key').placeholder = connection.key.kept;
  }

  function draw(form) {
    byId('title').textContent = form.title;
    const fields = JSON.stringify(form.fields);
    if (fields !== drawn) byId('fields').replaceChildren(...form.fields.map(fieldOf));
    drawn = fields;
    drawConnection(form.connection);
    document.querySelector('main').hidden = false;
  }

  byId('connect').addEventListener('submit', (event) => {
    event.preventDefault();
    const key = byId('key');
    send('sendToPlugin', { ask: 'connect', address: byId('address').value, key: key.value });
    key.value = '';
  });

  /** Called by Stream Deck. */
  window.connectElgatoStreamDeckSocket = (port, uuid, registerEvent, info, actionInfo) => {
    const { action, context, payload } = JSON.parse(actionInfo);
    document.documentElement.lang = JSON.parse(info).application.language;
    settings = payload.settings ?? {};
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    send = (event, what) =>
      socket.send(JSON.stringify({ event, action, context: uuid ?? context, payload: what }));
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ event: registerEvent, uuid }));
      send('sendToPlugin', { ask: 'form' });
    });
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data);
      if (message.event === 'didReceiveSettings') settings = message.payload.settings;
      if (message.event === 'sendToPropertyInspector') draw(message.payload);
    });
  };
})();
