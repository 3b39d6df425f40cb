import { sql } from 'kysely'
import { buildApp, type AppDependencies } from '../src/app.ts'
import { createJobHandlers } from '../src/job-handlers.ts'
import type { Db, Tx } from '../src/kernel/db/connect.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { runNextJob } from '../src/kernel/jobs/worker.ts'
import { createFirstAdmin } from '../src/users/commands/first-admin.ts'
import { calendarOf } from './calendar.ts'
import { signInAs, signEveryoneOut } from './caller.ts'
import { enqueueFilms } from './clips.ts'
import { fillDownloads } from './downloads.ts'
import { fillLibrary, moveOn } from './library.ts'
import { nestedDb } from './one-transaction.ts'
import { takeOrders } from './orders.ts'
import { hireStaff } from './people.ts'

type Admin = Awaited<ReturnType<typeof createFirstAdmin>>

/**
 * Gives an empty database its admin and an invented studio that looks lived in; to any other it
 * does nothing. All of it is done
 * through the API by the people themselves, so that histories, events and notifications are what
 * they would be, and in one
 * transaction, so that there is never half a demo. Of several nodes that start together one loads,
 * and the others wait for it.
 */
export function loadDemo(
  parts: AppDependencies,
  say: (message: string) => void = () => {},
): Promise<Admin> {
  return inTransaction(parts.db, async (tx) => {
    await extendTimeouts(tx)
    const admin = await createFirstAdmin(tx, parts.config.admin)
    if (admin) await fillStudio(tx, parts, admin.email, say)
    return admin
  })
}

/** A request must not hold others up, so its limits are short; this is no request. */
async function extendTimeouts(tx: Tx) {
  for (const limit of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`set local ${sql.ref(limit)} = '60s'`.execute(tx)
}

async function fillStudio(
  tx: Tx,
  parts: AppDependencies,
  email: string,
  say: (message: string) => void,
) {
  const began = performance.now()
  say('Loading the demo studio …')
  const db = nestedDb(tx)
  // Nobody wants to read the log of five hundred calls that nobody made.
  const logLevel = parts.config.logLevel === 'silent' ? 'silent' : 'error'
  const app = buildApp({ ...parts, db, config: { ...parts.config, logLevel } })
  const calendar = calendarOf(db, () => runJobs(db, parts))
  const {
    rows: [first],
  } = await sql<{ _id: string }>`select id as "_id" from person where email = ${email}`.execute(tx)

  const staff = await hireStaff(app, calendar, await signInAs(app, { ...first!, email }))
  say(`  ${Object.keys(staff.person).length} people of ${Object.keys(staff.studio).length} studios`)
  const library = await fillLibrary(calendar, staff)
  say(`  ${Object.keys(library).length} assets`)
  await takeOrders(db, calendar, staff, library)
  await moveOn(calendar, staff, library)
  say('  work requests in every status')
  await fillDownloads(db, calendar, staff, library)
  await readNotifications(tx)
  const films = await enqueueFilms(tx, staff, library)
  await signEveryoneOut(tx)
  await app.fastify.close()
  say(
    `  a year of downloads; ready after ${((performance.now() - began) / 1000).toFixed(1)} s. ${films} films are drawn while you look around.`,
  )
}

/** What happened a while ago has been read by now, and nobody is written to about it. */
async function readNotifications(tx: Tx) {
  await sql`update notification set read = created_at < now() - interval '5 days', viewed = created_at < now() - interval '2 days', due_at = null`.execute(
    tx,
  )
  await sql`update event set digested = true`.execute(tx)
  await sql`delete from mail`.execute(tx)
  await sql`delete from job where kind = 'send-mail'`.execute(tx)
}

/**
 * What would follow by itself. A job that fails is our mistake, and there shall be no demo with a
 * hole in it.
 */
async function runJobs(db: Db, { config }: AppDependencies) {
  while (
    await runNextJob(db, createJobHandlers(config), {
      error: (about, message) => {
        throw Object.assign(new Error(`The demo cannot be loaded: ${message}`), about)
      },
    })
  );
}
