/**
 * Every setting of the environment, said once: `otherwise` holds where it is not set, `from` and
 * `to` or `one` bound it,
 * and docs/reference/configuration.md is written from this. `without` says in words what holds
 * where there is no fixed default.
 */
export type Setting = {
  of: (typeof GROUPS)[number]
  says: string
  otherwise?: string | number
  without?: string
  from?: number
  to?: number
  one?: readonly string[]
}

export const GROUPS = [
  'Where it listens',
  'First start',
  'Database',
  'Files',
  'Mail and webhooks',
  'Limits and secrets',
  'Watching it',
] as const

export const SETTINGS = {
  PORT: { of: 'Where it listens', otherwise: 4000, from: 0, to: 65_535, says: 'The port.' },
  HOST: {
    of: 'Where it listens',
    otherwise: '127.0.0.1',
    says: 'The address of this machine that it listens on; `0.0.0.0` for all of them. Only a proxy should be able to reach it.',
  },
  PUBLIC_URL: {
    of: 'Where it listens',
    without: '`http://localhost:<PORT>`',
    says: 'Its address as others see it, for every link it gives out. Never taken from the request.',
  },
  APP_URL: {
    of: 'Where it listens',
    without: '`PUBLIC_URL`',
    says: 'The address of the web app, for links in mails and records, if it is another.',
  },
  TRUST_PROXY: {
    of: 'Where it listens',
    without: 'nobody is believed',
    says: 'Addresses or networks of proxies, with commas between them, whose `X-Forwarded-For` is believed.',
  },
  ROLE: {
    of: 'Where it listens',
    otherwise: 'all',
    one: ['all', 'api', 'worker'],
    says: '`api` only answers, `worker` only does jobs, `all` does both. Any number of each can run side by side on one database.',
  },

  ADMIN_EMAIL: {
    of: 'First start',
    without: '`admin@example.com`',
    says: 'The first admin of an empty database.',
  },
  ADMIN_PASSWORD: {
    of: 'First start',
    without: 'made at random and printed once',
    says: 'Their password. Needs `ADMIN_EMAIL` beside it.',
  },
  DEMO: {
    of: 'First start',
    otherwise: '1',
    without: '`1`, or `0` where `ADMIN_EMAIL` is set',
    one: ['0', '1'],
    says: 'Loads the invented studio into an empty database.',
  },

  DATABASE_URL: {
    of: 'Database',
    without: 'a PostgreSQL of its own below `DATA_DIR`',
    says: 'An outside PostgreSQL 18 with `pg_trgm` and `unaccent`, such as `postgres://reelay:secret@db.example.com/reelay`.',
  },
  DATABASE_POOL: {
    of: 'Database',
    otherwise: 4,
    from: 1,
    to: 200,
    says: 'Connections that one process holds. Two to four were faster than eight or sixteen on two cores.',
  },

  DATA_DIR: {
    of: 'Files',
    otherwise: './data',
    says: 'The folder for the database and the files.',
  },
  X_ACCEL: {
    of: 'Files',
    without: 'the service sends files itself',
    says: 'A path such as `/internal/`, below which nginx sends files of `DATA_DIR` by itself ([how](../run/tls-and-proxy.md#let-nginx-send-the-files)). Not with S3.',
  },
  SCRUB_DAYS: {
    of: 'Files',
    otherwise: 30,
    from: 1,
    to: 3650,
    says: 'After how many days a stored file is read again and held against its digest.',
  },
  S3_BUCKET: {
    of: 'Files',
    without: 'files lie below `DATA_DIR`',
    says: 'Keeps files in this bucket of any S3-compatible store. Needs the two keys beside it.',
  },
  S3_ACCESS_KEY_ID: { of: 'Files', without: 'none', says: 'The key of that store.' },
  S3_SECRET_ACCESS_KEY: { of: 'Files', without: 'none', says: 'Its secret.' },
  S3_ENDPOINT: {
    of: 'Files',
    without: 'Amazon’s for the region',
    says: 'The address of that store.',
  },
  S3_REGION: { of: 'Files', otherwise: 'us-east-1', says: 'The region of the bucket.' },
  S3_PATH_STYLE: {
    of: 'Files',
    otherwise: '1',
    one: ['0', '1'],
    says: '`0` puts the bucket’s name into the host’s.',
  },
  S3_PRESIGN: {
    of: 'Files',
    otherwise: '0',
    one: ['0', '1'],
    says: '`1` sends downloads to the store itself, by an address that is valid for a short while.',
  },

  SMTP_URL: {
    of: 'Mail and webhooks',
    without: 'mail stays in the outbox',
    says: 'The server that takes mail, such as `smtp://user:password@mail.example.com:587` ([how](../run/smtp.md)).',
  },
  MAIL_FROM: {
    of: 'Mail and webhooks',
    without: '`Reelay <reelay@<host of PUBLIC_URL>>`',
    says: 'Whom mail is from.',
  },
  WEBHOOK_PRIVATE: {
    of: 'Mail and webhooks',
    otherwise: '0',
    one: ['0', '1'],
    says: '`1` lets webhooks go over plain http and to private and loopback addresses.',
  },

  DOWNLOAD_BUDGET: {
    of: 'Limits and secrets',
    otherwise: 200,
    from: 1,
    to: 1_000_000,
    says: 'How many files a person may take in ten minutes; the studio hears of it at four fifths.',
  },
  SIGNING_KEY: {
    of: 'Limits and secrets',
    without: 'made at random and kept in the database',
    says: 'Signs the addresses of previews and downloads; 32 bytes or more.',
  },

  METRICS_TOKEN: {
    of: 'Watching it',
    without: 'only this machine is answered',
    says: 'Opens `/metrics` to who sends it as a Bearer token.',
  },
  LOG_LEVEL: {
    of: 'Watching it',
    otherwise: 'info',
    one: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    says: 'How much is logged, one line of JSON each.',
  },
} as const satisfies Record<string, Setting>
