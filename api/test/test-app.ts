// The whole service in one process, on its own database. Tests call it through the typed client,
// without a socket.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Call, type ClientCredential, type Send } from '@reelay/client'
import { buildApp } from '../src/app.ts'
import { createJobHandlers, createMediaPools, createWorkerPools } from '../src/job-handlers.ts'
import { readConfig } from '../src/config/config.ts'
import { startCompute } from '../src/kernel/compute/compute.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { connectOwner } from '../src/kernel/db/connect-owner.ts'
import { readMasterKeys } from '../src/kernel/db/encryption/master-keys.ts'
import { connectService, type ServiceDatabase } from '../src/kernel/db/service-database.ts'
import { createAdmission, loadLimits, type LoadLimits } from '../src/kernel/http/admission.ts'
import { createRequestBudget } from '../src/kernel/http/auth/request-budget.ts'
import { loadSigningKeys } from '../src/kernel/http/auth/signing-keys.ts'
import type { App } from '../src/kernel/http/app.ts'
import { smtpTransport } from '../src/kernel/mail/smtp.ts'
import { runNextJob, type JobHandlers } from '../src/kernel/jobs/worker.ts'
import { createMediaEngine } from '@reelay/media'
import { startHashing } from '../src/kernel/storage/hashing.ts'
import { createIntake } from '../src/kernel/storage/intake.ts'
import { localStorage } from '../src/kernel/storage/local.ts'
import { createAuthenticator } from '../src/sessions/commands/authenticator.ts'
import * as sessions from '../src/sessions/contract.ts'
import type * as users from '../src/users/contract.ts'
import { usesCitus } from './citus.ts'
import { useLowHashCost } from './hash-cost.ts'

export const PASSWORD = 'Correct-horse-battery-9'

export const TEST_ENCRYPTION_KEY = 'ab'.repeat(32)
export const testMasterKeys = (await readMasterKeys({ kind: 'value', text: TEST_ENCRYPTION_KEY }))!

useLowHashCost()

/** Shared by all tests of the process, because each of its threads takes 40 ms of CPU to start. */
const hashing = startHashing()

/** A user as plain data. */
export type TestIdentity = { _id: string; email: string; token: string }
/** A user with a client that is signed in as them. */
export type TestUser = TestIdentity & { call: Call; send: Send }

export type TestApp = {
  app: App
  db: Db
  url: string
  as: (credential?: ClientCredential) => { call: Call; send: Send }
  signIn: (email: string, password?: string) => Promise<TestUser>
  /** Runs jobs until none is due. A job that fails fails the test. */
  runJobs: () => Promise<void>
  /** Before another test uses it. The database has its rows again. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

/** Tests prepare and read rows as the owner. The service has its own connections. */
export type TestConnections = { db: Db; database: ServiceDatabase; close: () => Promise<void> }

/** Tests run beside others on a busy machine. */
const PATIENCE = { statementMs: 60_000, responseMs: 90_000 }

export function openConnections(url: string, serviceUrl = url): TestConnections {
  const db = connectOwner(url, {
    size: 4,
    prepares: !usesCitus(),
    isDistributed: usesCitus(),
    ...PATIENCE,
  })
  const prepares = !process.env.TEST_POOLER && !usesCitus()
  const database = connectService(serviceUrl, {
    size: 4,
    prepares,
    isDistributed: usesCitus(),
    ...PATIENCE,
  })
  return {
    db,
    database,
    close: async () => void (await Promise.all([database.close(), db.close()])),
  }
}

export async function createTestApp(
  url: string,
  settings: Record<string, string> = {},
  { db, database, close }: TestConnections = openConnections(url),
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-files-'))
  const config = readConfig({
    PUBLIC_URL: 'http://reelay.test',
    APP_URL: 'http://app.test',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DEMO: '0',
    MAIL_WINDOW_SECONDS: '0',
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    ...settings,
  })
  const storage = localStorage(dataDir)
  const intake = createIntake(storage, hashing)
  const compute = startCompute()
  const app = buildApp({
    database,
    config,
    keys: await loadSigningKeys(database.system, testMasterKeys),
    masterKeys: testMasterKeys,
    compute,
    storage,
    intake,
    checkReplies: true,
  })
  app.admission = createAdmission(withPatience(loadLimits(config)), () => 0)
  const initial = { app: { ...app }, config: { ...config } }
  const tools = { storage, intake, dataDir }
  const jobs = Object.assign(
    {},
    createJobHandlers(config, testMasterKeys),
    ...createMediaPools({
      ...tools,
      compute,
      config,
      masterKeys: testMasterKeys,
      engine: createMediaEngine({ allowUnsandboxed: true }),
    }),
    ...createWorkerPools({
      ...tools,
      config,
      masterKeys: testMasterKeys,
      openMail: config.smtp && smtpTransport(config.smtp),
      log: app.fastify.log,
    }),
  ) as JobHandlers
  const as = (credential?: ClientCredential) =>
    createClient({
      baseUrl: '/api',
      fetch: inProcess(app),
      retry: false,
      ...(credential && { credential }),
    })
  return {
    app,
    db,
    url,
    as,
    async signIn(email, password = PASSWORD) {
      const session = (await as({ email, password }).call(sessions.openSession)) as sessions.Session
      const client = as(session)
      const [me] = (await client.call(sessions.openSession)) as users.User[]
      return { _id: me!._id, ...session, ...client }
    },
    async runJobs() {
      while (
        await runNextJob(database.system, jobs, {
          error: (about, message) => {
            throw Object.assign(new Error(message), about)
          },
        })
      );
    },
    async reset() {
      Object.assign(config, initial.config)
      Object.assign(app, initial.app, {
        stopping: new AbortController(),
        requestBudget: createRequestBudget(config.requestBudget),
        authenticator: { ...initial.app.authenticator, ...createAuthenticator(database.system) },
      })
      for (const name of await readdir(dataDir))
        await rm(join(dataDir, name), { recursive: true, force: true })
      await mkdir(join(dataDir, 'incoming'))
    },
    async close() {
      await app.fastify.close()
      await compute.stop()
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** On a slow computer, tests send many requests at once, and none of them should be refused. */
const withPatience = (limits: LoadLimits) =>
  Object.fromEntries(
    Object.entries(limits).map(([load, { concurrency }]) => [
      load,
      { concurrency, maxWaiting: 10_000, maxWaitMs: 120_000 },
    ]),
  ) as LoadLimits

function inProcess({ fastify }: App): typeof fetch {
  return async (address, init) => {
    const response = await fastify.inject({
      method: init!.method as 'GET',
      url: address as string,
      headers: init!.headers as Record<string, string>,
      ...(init!.body !== undefined && { payload: Buffer.from(init!.body as string) }),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response(response.statusCode === 304 ? null : (response.rawPayload as BodyInit), {
      status: response.statusCode,
      headers,
    })
  }
}
