import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { measureAgain } from '../src/workrequests/commands/measure.ts'
import type { DemoCalendar } from './calendar.ts'
import { PROJECTS } from './data/projects.ts'
import type { DemoOrder } from './data/order.ts'
import { OTHER_ORDERS } from './data/other-orders.ts'
import { VELMARRA_ORDERS } from './data/velmarra-orders.ts'
import type { DemoLibrary } from './library.ts'
import type { Staff } from './people.ts'
import {
  approve,
  create,
  cancel,
  deliver,
  prepare,
  reject,
  resume,
  uploadOffline,
  startTranslating,
  submit,
  assign,
  accept,
  decline,
  approveLines,
  annotate,
  type DemoOrderState,
  type DemoStep,
} from './steps.ts'

/** Moves every work request to its planned status, step by step, as the people who may. */
export async function createOrders(
  db: Db,
  calendar: DemoCalendar,
  staff: Staff,
  library: DemoLibrary,
) {
  for (const plan of [...VELMARRA_ORDERS, ...OTHER_ORDERS]) {
    const { _id: asset, plan: demoAsset } = library[plan.asset]!
    const vendor =
      PROJECTS[demoAsset.project].studio === 'pebble'
        ? 'sunniva'
        : plan.treatment === 'dub'
          ? 'kwame'
          : 'piet'
    const order: DemoOrderState = {
      id: '',
      asset,
      plan,
      demoAsset,
      owner: staff.person[plan.by],
      studio: staff.person[PROJECTS[demoAsset.project].by],
      vendor: staff.person[vendor],
      staff,
      calendar,
    }
    const steps = [create, ...stepsOf(plan)]
    for (const [index, step] of steps.entries())
      await calendar.at(dayOf(plan, index, steps.length - 1), () => step(order))
    await setDue(db, order.id, plan.due)
    await inTransaction(db, (tx) => measureAgain(tx, order.id))
  }
}

/** The steps that lead to each status. */
function stepsOf({
  status,
  rejected,
  cancelled,
  missingLines,
  autosubs,
  assignment,
  offlines,
}: DemoOrder): DemoStep[] {
  if (status === 'incomplete') return []
  if (assignment) return [submit, assign, ...(assignment === 'asked' ? [] : [decline])]
  const begin = [submit, assign, accept]
  const version = [uploadOffline, annotate]
  const review =
    rejected && status !== 'rejected' ? [...version, reject, resume, ...version] : version
  const STEPS: Record<Exclude<DemoOrder['status'], 'incomplete'>, DemoStep[]> = {
    'awaiting-materials': missingLines ? [...begin, startTranslating] : begin,
    'in-progress': [...begin, prepare, ...(autosubs ? [approveLines] : [])],
    'for-review': [...begin, prepare, ...(offlines ? [approveLines] : []), ...review],
    rejected: [...begin, prepare, ...review, reject],
    approved: [...begin, prepare, ...review, approve],
    complete: [...begin, prepare, ...review, approve, deliver],
    cancelled: [...begin, ...(cancelled?.during === 'in-progress' ? [prepare] : []), cancel],
  }
  return STEPS[status]
}

/** Spreads the steps evenly between the first and the last day. */
const dayOf = ({ days: [began, last] }: DemoOrder, index: number, steps: number) =>
  steps === 0 ? began : began + ((last - began) * index) / steps

/** Sets the due date, which may be in the past, to 18:00 in its time zone. */
async function setDue(db: Db, id: string, days: number | null) {
  if (days === null) return
  await sql`
    update work_request set due_at = (
      date_trunc('day', (now() + make_interval(secs => ${days * 86_400})) at time zone due_tz)
      + interval '18 hours'
    ) at time zone due_tz
    where id = ${id}`.execute(db)
}
