import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

test('has a default for every setting', () => {
  assert.deepEqual(readConfig({}), {
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    appUrl: 'http://localhost:4000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    serviceUrl: undefined,
    replica: undefined,
    s3: undefined,
    smtp: undefined,
    poolSize: 4,
    preparesStatements: true,
    admin: undefined,
    demo: true,
    role: 'all',
    signingKey: undefined,
    encryptionKey: { kind: 'file', path: resolve('data/secret.key') },
    encryptObjects: false,
    downloadBudget: 200,
    requestBudget: { person: 18_000, studio: 60_000 },
    invitationBudget: 500,
    sessionLifetime: { idleHours: 12, maxDays: 30 },
    xAccel: undefined,
    mailWindow: 180,
    scrubDays: 30,
    webhookPrivate: false,
    draftsPrivate: false,
    ssoPrivate: false,
    auditShipUrl: undefined,
    securityContact: 'https://github.com/reelay/reelay/security/advisories/new',
    media: { allowUnsandboxed: false, binding: undefined },
    metricsToken: undefined,
    tracing: undefined,
    trustProxy: false,
    logLevel: 'info',
  })
})

test('reads every setting', () => {
  assert.deepEqual(
    readConfig({
      PORT: '80',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://api.example.com/',
      APP_URL: 'https://app.example.com',
      DATA_DIR: '/srv/reelay',
      DATABASE_URL: 'postgres://db/reelay',
      DATABASE_SERVICE_URL: 'postgres://reelay_system:secret@pooler/reelay',
      DATABASE_PREPARED: '0',
      DATABASE_REPLICA_URL: 'postgres://standby/reelay',
      DATABASE_REPLICA_MAX_AGE: '30',
      DATABASE_POOL: '8',
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: 'a long password',
      DEMO: '1',
      ROLE: 'worker',
      SIGNING_KEY: 'k'.repeat(32),
      ENCRYPTION_KEY_FILE: '/etc/reelay.key',
      METRICS_TOKEN: 'm',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      LOG_LEVEL: 'silent',
      DOWNLOAD_BUDGET: '50',
      REQUEST_BUDGET: '600',
      STUDIO_REQUEST_BUDGET: '6000',
      INVITATION_BUDGET: '20',
      SESSION_IDLE_HOURS: '8',
      SESSION_MAX_DAYS: '14',
      X_ACCEL: '/internal/files/',
      MAIL_WINDOW_SECONDS: '60',
      SCRUB_DAYS: '7',
      WEBHOOK_PRIVATE: '1',
      SSO_PRIVATE: '1',
      DRAFTS_PRIVATE: '1',
      AUDIT_SHIP_URL: 'file:///var/log/reelay/audit.jsonl',
      SECURITY_CONTACT: 'security@example.com',
      ALLOW_UNSANDBOXED_MEDIA: '1',
      MEDIA_ENGINE: '/opt/codecs/node-av.node',
      SMTP_URL: 'smtps://ada:secret@mail.example.com',
      MAIL_FROM: 'Reels <reels@example.com>',
    }),
    {
      port: 80,
      host: '0.0.0.0',
      publicUrl: 'https://api.example.com',
      appUrl: 'https://app.example.com',
      dataDir: '/srv/reelay',
      databaseUrl: 'postgres://db/reelay',
      serviceUrl: 'postgres://reelay_system:secret@pooler/reelay',
      replica: { url: 'postgres://standby/reelay', maxAgeSeconds: 30 },
      s3: undefined,
      smtp: { url: 'smtps://ada:secret@mail.example.com', from: 'Reels <reels@example.com>' },
      poolSize: 8,
      preparesStatements: false,
      admin: { email: 'ada@example.com', password: 'a long password' },
      demo: true,
      role: 'worker',
      signingKey: 'k'.repeat(32),
      encryptionKey: { kind: 'file', path: '/etc/reelay.key' },
      encryptObjects: false,
      metricsToken: 'm',
      tracing: { endpoint: 'http://collector:4318', share: 0.1 },
      trustProxy: ['10.0.0.1', '10.0.0.2'],
      logLevel: 'silent',
      downloadBudget: 50,
      requestBudget: { person: 600, studio: 6000 },
      invitationBudget: 20,
      sessionLifetime: { idleHours: 8, maxDays: 14 },
      xAccel: '/internal/files/',
      mailWindow: 60,
      scrubDays: 7,
      webhookPrivate: true,
      draftsPrivate: true,
      ssoPrivate: true,
      auditShipUrl: 'file:///var/log/reelay/audit.jsonl',
      securityContact: 'mailto:security@example.com',
      media: { allowUnsandboxed: true, binding: '/opt/codecs/node-av.node' },
    },
  )
})

test('derives PUBLIC_URL from the port and APP_URL from PUBLIC_URL', () => {
  assert.equal(readConfig({ PORT: '5000' }).publicUrl, 'http://localhost:5000')
  assert.equal(readConfig({ PUBLIC_URL: 'https://x.example.com' }).appUrl, 'https://x.example.com')
})

test('derives the sender of mail from PUBLIC_URL', () => {
  assert.deepEqual(
    readConfig({ SMTP_URL: 'smtp://localhost:2525', PUBLIC_URL: 'https://reels.example.com:8443' })
      .smtp,
    { url: 'smtp://localhost:2525', from: 'Reelay <reelay@reels.example.com>' },
  )
})

test('loads no demo by default when ADMIN_EMAIL is set', () => {
  assert.equal(readConfig({ ADMIN_EMAIL: 'ada@example.com' }).demo, false)
  assert.equal(readConfig({ ADMIN_EMAIL: 'ada@example.com', DEMO: '1' }).demo, true)
  assert.equal(readConfig({ DEMO: '0' }).demo, false)
})

test('treats an empty setting as unset', () => {
  assert.deepEqual(
    readConfig({
      PORT: '',
      HOST: '',
      PUBLIC_URL: '',
      DATABASE_URL: '',
      ROLE: '',
      DEMO: '',
      ADMIN_EMAIL: '',
      TRUST_PROXY: '',
      LOG_LEVEL: '',
    }),
    readConfig({}),
  )
})

const INVALID: [name: string, value: string][] = [
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', 'http'],
  ['PORT', '80.5'],
  ['DATABASE_POOL', '0'],
  ['DATABASE_POOL', '201'],
  ['DATABASE_POOL', 'many'],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['APP_URL', 'nonsense'],
  ['S3_ENDPOINT', 'https://s3.example.com'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_BUCKET', 'reels'],
  ['S3_ACCESS_KEY_ID', 'k'],
  ['S3_SECRET_ACCESS_KEY', 's'],
  ['S3_PATH_STYLE', 'yes'],
  ['S3_PRESIGN', '2'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Reelay'],
  ['MAIL_FROM', 'a@example.com, b@example.com'],
  ['MAIL_FROM', 'Reelay <a@example.com'],
  ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
  ['DOWNLOAD_BUDGET', '0'],
  ['DOWNLOAD_BUDGET', 'many'],
  ['X_ACCEL', 'internal'],
  ['X_ACCEL', '/'],
  ['X_ACCEL', '/internal'],
  ['X_ACCEL', '/../etc/'],
  ['X_ACCEL', '//host/'],
  ['SCRUB_DAYS', '0'],
  ['MAIL_WINDOW_SECONDS', '-1'],
  ['WEBHOOK_PRIVATE', 'yes'],
  ['AUDIT_SHIP_URL', 'log.example.com'],
  ['AUDIT_SHIP_URL', 'ftp://log.example.com/audit'],
  ['AUDIT_SHIP_URL', 'file:///srv/../srv/data/audit.jsonl'],
  ['AUDIT_SHIP_URL', 'file://host/audit.jsonl'],
  ['SECURITY_CONTACT', 'call us'],
  ['SECURITY_CONTACT', 'http://example.com/security'],
  ['ALLOW_UNSANDBOXED_MEDIA', 'yes'],
  ['MEDIA_ENGINE', 'node-av.node'],
  ['MEDIA_ENGINE', '/usr/lib/libavcodec.so'],
  ['DEMO', 'yes'],
  ['ROLE', 'web'],
  ['LOG_LEVEL', 'loud'],
  ['SIGNING_KEY', 'short'],
  ['SIGNING_KEY', ''],
  ['SIGNING_KEY', 'k'.repeat(31)],
  ['ADMIN_PASSWORD', 'without an email'],
]
for (const [name, value] of INVALID)
  test(`rejects ${name}=${value} and names the setting`, () => {
    assert.throws(
      () => readConfig({ DATA_DIR: '/srv/data', [name]: value }),
      (error) => error instanceof ConfigError && error.message.includes(name),
    )
  })

test('accepts a database URL with several hosts', () => {
  for (const DATABASE_URL of [
    'postgres://ada:secret@one:5432,two:5432/reelay?sslmode=require',
    'postgresql://one,two/reelay',
    'postgres:///reelay?host=/run/postgresql',
  ])
    assert.equal(readConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL)
})

test('accepts a URL of the service only with one of the owner', () => {
  const DATABASE_SERVICE_URL = 'postgres://reelay_system:secret@pooler/reelay'
  assert.throws(() => readConfig({ DATABASE_SERVICE_URL }), ConfigError)
  for (const name of ['DATABASE_URL', 'DATABASE_SERVICE_URL'])
    assert.throws(
      () => readConfig({ DATABASE_URL: DATABASE_SERVICE_URL, [name]: 'mysql://db/reelay' }),
      new RegExp(`${name} must be a URL`),
    )
})

test('accepts only one replica, of an external database', () => {
  const replica = 'postgres://standby/reelay'
  for (const env of [
    { DATABASE_REPLICA_URL: replica },
    { DATABASE_URL: 'postgres://db/reelay', DATABASE_REPLICA_URL: 'postgres://one,two/reelay' },
    { DATABASE_URL: 'postgres://db/reelay', DATABASE_REPLICA_URL: 'http://standby/reelay' },
  ])
    assert.throws(() => readConfig(env), ConfigError)
})

test('reads every setting of S3', () => {
  assert.deepEqual(
    readConfig({
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_BUCKET: 'reels',
      S3_REGION: 'eu-west-1',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
      S3_PATH_STYLE: '0',
      S3_PRESIGN: '1',
    }).s3,
    {
      endpoint: 'https://s3.example.com',
      bucket: 'reels',
      region: 'eu-west-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
      pathStyle: false,
      presign: true,
    },
  )
})

test('needs only a bucket and its credentials for S3', () => {
  assert.deepEqual(
    readConfig({ S3_BUCKET: 'reels', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }).s3,
    {
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'reels',
      region: 'us-east-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
      pathStyle: true,
      presign: false,
    },
  )
})

test('reads the encryption key from one source', () => {
  assert.deepEqual(readConfig({ ENCRYPTION_KEY: 'k' }).encryptionKey, { kind: 'value', text: 'k' })
  assert.deepEqual(readConfig({ ENCRYPTION_KEY_COMMAND: 'get-key' }).encryptionKey, {
    kind: 'command',
    command: 'get-key',
  })
  assert.throws(
    () => readConfig({ ENCRYPTION_KEY: 'k', ENCRYPTION_KEY_COMMAND: 'get-key' }),
    /Set only one of ENCRYPTION_KEY/,
  )
})

test('does not let others read encrypted files', () => {
  assert.equal(readConfig({ ENCRYPT_OBJECTS: '1' }).encryptObjects, true)
  for (const other of [
    { X_ACCEL: '/internal/' },
    {
      S3_PRESIGN: '1',
      S3_BUCKET: 'reels',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    },
  ])
    assert.throws(
      () => readConfig({ ENCRYPT_OBJECTS: '1', ...other }),
      /ENCRYPT_OBJECTS cannot be combined/,
    )
})

test('does not repeat a rejected secret in the error', () => {
  for (const name of ['SIGNING_KEY', 'S3_SECRET_ACCESS_KEY', 'SMTP_URL', 'AUDIT_SHIP_URL']) {
    assert.throws(
      () => readConfig({ [name]: 'canary' }),
      (error) => error instanceof Error && !error.message.includes('canary'),
    )
  }
})
