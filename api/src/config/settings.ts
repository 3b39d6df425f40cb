/**
 * One environment variable. `defaultText` describes the default where it is not a fixed value.
 * docs/reference/configuration.md is generated from this table.
 */
export type Setting = {
  group: (typeof GROUPS)[number]
  description: string
  default?: string | number
  defaultText?: string
  min?: number
  max?: number
  values?: readonly string[]
}

export const GROUPS = [
  'Network',
  'First start',
  'Database',
  'Files',
  'Mail and webhooks',
  'Limits and secrets',
  'Monitoring',
] as const

export const SETTINGS = {
  PORT: {
    group: 'Network',
    default: 4000,
    min: 0,
    max: 65_535,
    description: 'The port to listen on.',
  },
  HOST: {
    group: 'Network',
    default: '127.0.0.1',
    description:
      'The network address to listen on; `0.0.0.0` for all. Only a reverse proxy should be able to reach it.',
  },
  PUBLIC_URL: {
    group: 'Network',
    defaultText: '`http://localhost:<PORT>`',
    description:
      'The public URL of the service, used in every link. It is never taken from the request.',
  },
  APP_URL: {
    group: 'Network',
    defaultText: '`PUBLIC_URL`',
    description: 'The URL of the web app for links in mail and records, if it differs.',
  },
  TRUST_PROXY: {
    group: 'Network',
    defaultText: 'no proxy is trusted',
    description:
      'Comma-separated addresses or networks of proxies whose `X-Forwarded-For` is trusted.',
  },
  ROLE: {
    group: 'Network',
    default: 'all',
    values: ['all', 'api', 'worker'],
    description:
      '`api` serves requests, `worker` runs jobs, `all` does both. Any number of each can share one database.',
  },

  ADMIN_EMAIL: {
    group: 'First start',
    defaultText: '`admin@example.com`',
    description: 'The email of the first admin, created in an empty database.',
  },
  ADMIN_PASSWORD: {
    group: 'First start',
    defaultText: 'generated and printed once',
    description: 'The password of the first admin. Needs `ADMIN_EMAIL`.',
  },
  DEMO: {
    group: 'First start',
    default: '1',
    defaultText: '`1`, or `0` where `ADMIN_EMAIL` is set',
    values: ['0', '1'],
    description: 'Loads the demo studio into an empty database.',
  },

  DATABASE_URL: {
    group: 'Database',
    defaultText: 'an embedded PostgreSQL below `DATA_DIR`',
    description:
      'An external PostgreSQL 16, 17 or 18 with `pg_trgm` and `unaccent`, such as `postgres://reelay:secret@db.example.com/reelay`. Several hosts separated by commas are a primary and its standbys.',
  },
  DATABASE_SERVICE_URL: {
    group: 'Database',
    defaultText: '`DATABASE_URL`',
    description:
      'How the running service connects to the database of `DATABASE_URL`: as `reelay_system`, which does not own the tables, or through a [pooler](../run/postgresql.md#pooler). Migrations, backups and `reelay admin` use `DATABASE_URL`.',
  },
  DATABASE_REPLICA_URL: {
    group: 'Database',
    defaultText: 'the primary reads everything',
    description:
      'A streaming standby of `DATABASE_URL`, one host, that reads [reports](../run/postgresql.md#read-replica).',
  },
  DATABASE_REPLICA_MAX_AGE: {
    group: 'Database',
    default: 10,
    min: 2,
    max: 3600,
    description:
      'How many seconds old the data of the replica may be. If it is older, the primary reads the reports.',
  },
  DATABASE_POOL: {
    group: 'Database',
    default: 4,
    min: 1,
    max: 200,
    description:
      'Connections per process for reads, and as many for changes; half as many for reports and searches, and for uploads. On two cores, two to four are faster than eight or sixteen.',
  },
  DATABASE_PREPARED: {
    group: 'Database',
    default: '1',
    values: ['0', '1'],
    description:
      'Whether statements are prepared once per connection. `0` for a pooler in transaction mode that cannot do that, such as PgBouncer before 1.21: then PostgreSQL plans each statement again.',
  },

  DATA_DIR: {
    group: 'Files',
    default: './data',
    description: 'The folder for the database and the files.',
  },
  X_ACCEL: {
    group: 'Files',
    defaultText: 'the service sends files itself',
    description:
      'A path such as `/internal/`, below which nginx serves files of `DATA_DIR` directly ([how](../run/tls-and-proxy.md#send-files-with-nginx)). Not available with S3.',
  },
  SCRUB_DAYS: {
    group: 'Files',
    default: 30,
    min: 1,
    max: 3650,
    description:
      'The number of days after which a stored file is read again and its digest verified.',
  },
  ENCRYPT_OBJECTS: {
    group: 'Files',
    default: '0',
    values: ['0', '1'],
    description:
      '`1` encrypts new originals and renditions ([how](../run/encryption.md#films)). Not together with `X_ACCEL` or `S3_PRESIGN`.',
  },
  S3_BUCKET: {
    group: 'Files',
    defaultText: 'files are stored below `DATA_DIR`',
    description: 'Stores files in this bucket of an S3-compatible store. Needs both access keys.',
  },
  S3_ACCESS_KEY_ID: {
    group: 'Files',
    defaultText: 'none',
    description: 'The access key ID for the bucket.',
  },
  S3_SECRET_ACCESS_KEY: {
    group: 'Files',
    defaultText: 'none',
    description: 'The secret access key for the bucket.',
  },
  S3_ENDPOINT: {
    group: 'Files',
    defaultText: 'the Amazon endpoint of the region',
    description: 'The URL of the store.',
  },
  S3_REGION: { group: 'Files', default: 'us-east-1', description: 'The region of the bucket.' },
  S3_PATH_STYLE: {
    group: 'Files',
    default: '1',
    values: ['0', '1'],
    description: '`0` puts the bucket name into the host name.',
  },
  S3_PRESIGN: {
    group: 'Files',
    default: '0',
    values: ['0', '1'],
    description: '`1` redirects downloads to the store, with a short-lived signed URL.',
  },

  SMTP_URL: {
    group: 'Mail and webhooks',
    defaultText: 'mail stays in the outbox',
    description:
      'The mail server, such as `smtp://user:password@mail.example.com:587` ([how](../run/smtp.md)).',
  },
  MAIL_WINDOW_SECONDS: {
    group: 'Mail and webhooks',
    default: 180,
    min: 0,
    max: 3600,
    description:
      'How long a mail about a work request or an asset waits for further changes of it, which then arrive in the same mail. `0` sends each change at once. Mails about accounts never wait.',
  },
  MAIL_FROM: {
    group: 'Mail and webhooks',
    defaultText: '`Reelay <reelay@<host of PUBLIC_URL>>`',
    description: 'The sender of all mail.',
  },
  SSO_PRIVATE: {
    group: 'Network',
    default: '0',
    values: ['0', '1'],
    description:
      '`1` allows identity providers over plain HTTP and at private and loopback addresses.',
  },
  DRAFTS_PRIVATE: {
    group: 'Network',
    default: '0',
    values: ['0', '1'],
    description:
      '`1` allows providers of machine drafts over plain HTTP and at private and loopback addresses, such as a LibreTranslate of your own.',
  },
  WEBHOOK_PRIVATE: {
    group: 'Mail and webhooks',
    default: '0',
    values: ['0', '1'],
    description: '`1` allows webhooks over plain HTTP and to private and loopback addresses.',
  },

  DOWNLOAD_BUDGET: {
    group: 'Limits and secrets',
    default: 200,
    min: 1,
    max: 1_000_000,
    description:
      'The number of files a person may download in ten minutes. The studio is alerted at 80 percent.',
  },
  REQUEST_BUDGET: {
    group: 'Limits and secrets',
    default: 18_000,
    min: 0,
    max: 10_000_000,
    description:
      'The number of requests a person may send in a minute to one process. More get 429 with `Retry-After`. `0` for no limit.',
  },
  STUDIO_REQUEST_BUDGET: {
    group: 'Limits and secrets',
    default: 60_000,
    min: 0,
    max: 10_000_000,
    description:
      'The number of requests all people of a studio may send together in a minute to one process. `0` for no limit.',
  },
  INVITATION_BUDGET: {
    group: 'Limits and secrets',
    default: 500,
    min: 1,
    max: 1_000_000,
    description: 'The number of invitations that are sent for a studio in 24 hours.',
  },
  ALLOW_UNSANDBOXED_MEDIA: {
    group: 'Limits and secrets',
    default: '0',
    values: ['0', '1'],
    description:
      '`1` processes media on machines that cannot isolate codecs. Only for files that you trust.',
  },
  MEDIA_ENGINE: {
    group: 'Limits and secrets',
    defaultText: 'the FFmpeg of the npm package `node-av`',
    description:
      'The full path of a `node-av.node` that you have built with another FFmpeg, for example one under the LGPL.',
  },
  SESSION_IDLE_HOURS: {
    group: 'Limits and secrets',
    default: 12,
    min: 1,
    max: 8760,
    description:
      'The number of hours without a request after which a session of the web app ends. Applies to new sessions; tokens of scripts do not end.',
  },
  SESSION_MAX_DAYS: {
    group: 'Limits and secrets',
    default: 30,
    min: 1,
    max: 3650,
    description: 'The number of days after which a session of the web app ends in any case.',
  },
  SIGNING_KEY: {
    group: 'Limits and secrets',
    defaultText: 'generated and stored in the database',
    description: 'Signs the URLs of previews and downloads; at least 32 bytes.',
  },
  ENCRYPTION_KEY_FILE: {
    group: 'Limits and secrets',
    defaultText: '`secret.key` in `DATA_DIR`, created at the first start',
    description:
      'The file with the keys that encrypt secrets in the database ([how](../run/encryption.md)). Keep a copy apart from the backups.',
  },
  ENCRYPTION_KEY: {
    group: 'Limits and secrets',
    defaultText: 'the key file is used',
    description:
      'The key itself instead of a file: 32 bytes in base64 or hexadecimal. After a comma, older keys that can still be read.',
  },
  ENCRYPTION_KEY_COMMAND: {
    group: 'Limits and secrets',
    defaultText: 'the key file is used',
    description:
      'A shell command that prints the key, for example from a key management service. It runs at each start.',
  },

  AUDIT_SHIP_URL: {
    group: 'Monitoring',
    defaultText: 'the heads stay in the database',
    description:
      'Where signed heads of the audit log go every minute: `https://…` (a webhook), `syslog+udp://host:514`, `syslog+tcp://host:601`, `syslog+tls://host:6514`, or `file:///…` outside `DATA_DIR` ([how](../run/audit.md)).',
  },
  SECURITY_CONTACT: {
    group: 'Monitoring',
    defaultText: 'the form of the Reelay project',
    description:
      'Who gets reports about security problems of this installation: an email address or an https URL, shown in `/.well-known/security.txt`.',
  },
  METRICS_TOKEN: {
    group: 'Monitoring',
    defaultText: 'only local requests are answered',
    description: 'The Bearer token that gives access to `/metrics`.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'Monitoring',
    defaultText: 'no traces are recorded',
    description:
      'The OpenTelemetry collector that gets traces, by OTLP over HTTP: `http://collector:4318`.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    group: 'Monitoring',
    default: '1',
    description: 'The share of traces that is recorded, from 0 to 1.',
  },
  LOG_LEVEL: {
    group: 'Monitoring',
    default: 'info',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    description: 'The log level. Each entry is one line of JSON.',
  },
} as const satisfies Record<string, Setting>
