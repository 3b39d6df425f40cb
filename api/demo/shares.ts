import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { createShare } from '../src/shares/contract.ts'
import type { DemoCalendar } from './calendar.ts'
import type { DemoLibrary } from './library.ts'
import type { Staff } from './people.ts'

/** Links to the trailer for the press and a festival, who opened them. */
export async function createShares(
  db: Db,
  { at }: DemoCalendar,
  staff: Staff,
  library: DemoLibrary,
) {
  const by = staff.person.oluwaseun
  const { rows } = await sql<{ id: string }>`
    select id from preview where asset_id = ${library['velmarra-trailer-1']!._id}`.execute(db)
  const share = await at(6.3, () =>
    by.call(createShare, {
      body: {
        kind: 'preview',
        subject: rows[0]!.id,
        message: 'The trailer, for your preview of the winter.',
        recipients: [
          { email: 'desk@morningkite.example', name: 'The Morning Kite' },
          { email: 'programme@harbourfestival.example', name: 'Harbour Festival' },
        ],
      },
    }),
  )
  await sql`
    update share_recipient set opens = 3, opened_at = now() - interval '6 days',
      last_opened_at = now() - interval '1 day'
    where share_id = ${share._id} and email is not null`.execute(db)
}
