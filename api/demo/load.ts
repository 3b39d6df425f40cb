import { buildApp, type AppDependencies } from '../src/app.ts'
import { createJobHandlers } from '../src/job-handlers.ts'
import type { Db, Tx } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { runNextJob } from '../src/kernel/jobs/worker.ts'
import { createFirstAdmin, prepareFirstAdmin } from '../src/users/commands/first-admin.ts'
import { createCalendar } from './calendar.ts'
import { signInAs, signEveryoneOut } from './sign-in-as.ts'
import { fillDownloads } from './downloads.ts'
import { changeAssets, fillLibrary } from './library.ts'
import { nestedDatabase } from './nested-db.ts'
import { createOrders } from './orders.ts'
import { createStaff } from './people.ts'
import { createShares } from './shares.ts'

type Admin = Awaited<ReturnType<typeof createFirstAdmin>>

/**
 * Fills an empty database with an admin and an invented studio; does nothing otherwise. Everything
 * goes through the API, called by the demo people, so that history, events and notifications are
 * real. One transaction ensures that the demo is complete. Of several nodes that start together, one
 * loads the demo and the others wait.
 */
export async function loadDemo(
  dependencies: AppDependencies,
  say: (message: string) => void = () => {},
): Promise<Admin> {
  const firstAdmin = await prepareFirstAdmin(
    dependencies.database.system,
    dependencies.config.admin,
  )
  return inTransaction(dependencies.database.system, async (tx) => {
    await extendTimeouts(tx)
    const admin = await createFirstAdmin(tx, firstAdmin)
    if (admin) await fillStudio(tx, dependencies, admin.email, say)
    return admin
  })
}

/** The timeouts for requests are too short for the demo. */
async function extendTimeouts(tx: Tx) {
  for (const limit of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`set local ${sql.ref(limit)} = '60s'`.execute(tx)
}

async function fillStudio(
  tx: Tx,
  dependencies: AppDependencies,
  email: string,
  say: (message: string) => void,
) {
  const began = performance.now()
  say('Loading the demo studio …')
  const database = nestedDatabase(tx)
  const db = database.system
  // Do not log the five hundred calls.
  const logLevel = dependencies.config.logLevel === 'silent' ? 'silent' : 'error'
  const app = buildApp({ ...dependencies, database, config: { ...dependencies.config, logLevel } })
  const calendar = createCalendar(db, () => runJobs(db, dependencies))
  const {
    rows: [first],
  } = await sql<{ _id: string }>`select id as "_id" from person where email = ${email}`.execute(tx)

  const staff = await createStaff(app, calendar, await signInAs(app, { ...first!, email }))
  say(`  ${Object.keys(staff.person).length} people of ${Object.keys(staff.studio).length} studios`)
  const library = await fillLibrary(calendar, staff)
  say(`  ${Object.keys(library).length} assets`)
  await createOrders(db, calendar, staff, library)
  await changeAssets(calendar, staff, library)
  say('  work requests in every status')
  await createShares(db, calendar, staff, library)
  await fillDownloads(db, calendar, staff, library)
  await readNotifications(tx)
  await signEveryoneOut(tx)
  await app.fastify.close()
  say(`  one year of downloads; ready after ${((performance.now() - began) / 1000).toFixed(1)} s.`)
}

/** Marks older notifications as read, and sends no email about them. */
async function readNotifications(tx: Tx) {
  await sql`
    update notification set read = created_at < now() - interval '5 days',
      viewed = created_at < now() - interval '2 days', due_at = null, bundled = false`.execute(tx)
  await sql`update event set digested = true`.execute(tx)
  await sql`delete from mail`.execute(tx)
  await sql`delete from job where kind in ('send-mail', 'write-digest')`.execute(tx)
}

/** Runs the enqueued jobs. A failed job fails the whole demo, so that it is never incomplete. */
async function runJobs(db: Db, { config, masterKeys }: AppDependencies) {
  while (
    await runNextJob(db, createJobHandlers(config, masterKeys), {
      error: (about, message) => {
        throw Object.assign(new Error(`The demo cannot be loaded: ${message}`), about)
      },
    })
  );
}
