import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  API_COMMANDS,
  API_EVENTS_MOST,
  API_PATH,
  API_SOCKET,
  type ApiCommand,
  commandContractOf,
  DOWN_SCHEMAS,
  EVENT_SCHEMAS,
  STATE_SCHEMAS,
  UP_SCHEMAS,
} from '../../shared/api/v1.ts';
import { API_SCOPES } from '../../shared/contract/doors.ts';

/** The API's documents, made from the schemas that the core itself checks with. */

export const API_FOLDER = fileURLToPath(new URL('../../docs/api', import.meta.url));

const INFO = {
  title: 'Stagelight API',
  version: '1',
  description: 'For programs on the same computer. Every program needs a key: see docs/api.md.',
  license: { name: 'MIT', identifier: 'MIT' },
} as const;

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

const all = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, schemaOf(each, io)]));

/** JSON Schema (2020-12) of every kind of event. */
export function eventDocument(): Json {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'stagelight-events-v1',
    oneOf: Object.keys(EVENT_SCHEMAS).map((kind) => ({ $ref: `#/$defs/${kind}` })),
    $defs: all(EVENT_SCHEMAS, 'output'),
  };
}

/** AsyncAPI 3 of the socket. */
export function socketDocument(): Json {
  const messagesOf = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        `${io === 'input' ? 'send' : 'get'}-${name}`,
        { name, contentType: 'application/json', payload: schemaOf(schema, io) },
      ]),
    );
  const up = messagesOf(UP_SCHEMAS, 'input');
  const down = messagesOf(DOWN_SCHEMAS, 'output');
  const refs = (messages: Json) =>
    Object.keys(messages).map((name) => ({ $ref: `#/channels/socket/messages/${name}` }));
  return {
    asyncapi: '3.0.0',
    info: INFO,
    servers: {
      app: {
        host: '127.0.0.1:{port}',
        protocol: 'ws',
        variables: { port: { description: 'Settings → Other tools shows it.' } },
      },
    },
    channels: { socket: { address: API_SOCKET, messages: { ...up, ...down } } },
    operations: {
      fromProgram: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        messages: refs(up),
      },
      toProgram: { action: 'send', channel: { $ref: '#/channels/socket' }, messages: refs(down) },
    },
    components: { schemas: { ...all(EVENT_SCHEMAS, 'output'), ...all(STATE_SCHEMAS, 'output') } },
  };
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const FAILED = {
  description: 'What happened, and what to do about it.',
  ...json({
    type: 'object',
    properties: { error: schemaOf(DOWN_SCHEMAS.error.shape.error, 'output') },
    required: ['error'],
  }),
};

const answers = (schema: Json, description: string) => ({
  '200': { description, ...json(schema) },
  default: FAILED,
});

function commandPath(name: ApiCommand, scope: string): Json {
  const contract = commandContractOf(name);
  const value = 'result' in contract ? schemaOf(contract.result, 'output') : { type: 'null' };
  return {
    post: {
      operationId: name,
      description: `Needs the scope \`${scope}\`.`,
      parameters: [
        {
          name: 'once',
          in: 'query',
          description: '16 to 64 characters: sent again within 20 minutes, it is not done twice.',
          schema: { type: 'string', minLength: 16, maxLength: 64 },
        },
      ],
      requestBody: json(schemaOf(contract.args, 'input')),
      responses: answers(
        { type: 'object', properties: { value }, required: ['value'] },
        'It was done.',
      ),
    },
  };
}

const EVENTS_PATH: Json = {
  get: {
    operationId: 'events',
    description: 'Events after a number, oldest first. Needs the scope `events:read`.',
    parameters: [
      { name: 'since', in: 'query', required: true, schema: { type: 'integer', minimum: 0 } },
      {
        name: 'limit',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: API_EVENTS_MOST, default: 100 },
      },
      {
        name: 'kinds',
        in: 'query',
        description: 'Separated by commas; left out: all.',
        schema: { type: 'string' },
      },
    ],
    responses: answers(
      {
        type: 'object',
        properties: {
          epoch: { type: 'string' },
          lastSeq: { type: 'integer' },
          upTo: { type: 'integer' },
          complete: { type: 'boolean' },
          events: { type: 'array', items: { $ref: 'events.schema.json' } },
        },
        required: ['epoch', 'lastSeq', 'upTo', 'complete', 'events'],
      },
      'At most one page of them; ask again since `upTo`.',
    ),
  },
};

/** OpenAPI 3.1 of the requests. */
export function requestDocument(): Json {
  const commands = API_SCOPES.flatMap((scope) =>
    API_COMMANDS[scope].map((name) => [`/commands/${name}`, commandPath(name, scope)] as const),
  );
  const states = Object.entries(STATE_SCHEMAS).map(([topic, schema]) => {
    const responses = answers(schemaOf(schema, 'output'), 'As it is now.');
    const description = 'Needs the scope `events:read`.';
    return [`/state/${topic}`, { get: { operationId: topic, description, responses } }] as const;
  });
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [
      { url: `http://127.0.0.1:{port}${API_PATH}`, variables: { port: { default: '17816' } } },
    ],
    security: [{ key: [] }],
    paths: { '/events': EVENTS_PATH, ...Object.fromEntries([...states, ...commands]) },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
}

/** Every file of `docs/api`, by its name. */
export const API_DOCUMENTS = {
  'events.schema.json': eventDocument,
  'asyncapi.json': socketDocument,
  'openapi.json': requestDocument,
} as const;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(API_FOLDER, { recursive: true });
  for (const [name, make] of Object.entries(API_DOCUMENTS)) {
    writeFileSync(join(API_FOLDER, name), `${JSON.stringify(make(), null, 2)}\n`);
  }
}
