import { sql } from 'kysely'
import type { Db } from '../src/kernel/db/connect.ts'
import type { Calendar } from './calendar.ts'
import { PROJECTS } from './data/library.ts'
import { ORDERS, type DemoOrder } from './data/orders.ts'
import type { Library } from './library.ts'
import type { Staff } from './people.ts'
import {
  approve,
  begin,
  cancel,
  deliver,
  prepare,
  reject,
  resume,
  show,
  startTranslating,
  submit,
  type Order,
  type DemoStep,
} from './steps.ts'

/**
 * Carries every order from its beginning to the status it is meant to have, by the hands of those
 * who may.
 */
export async function takeOrders(db: Db, calendar: Calendar, staff: Staff, library: Library) {
  for (const plan of ORDERS) {
    const { _id: asset, plan: of } = library[plan.asset]!
    const vendor =
      PROJECTS[of.project].house === 'pebble'
        ? 'sunniva'
        : plan.treatment === 'dub'
          ? 'kwame'
          : 'piet'
    const order: Order = {
      id: '',
      asset,
      plan,
      of,
      owner: staff.person[plan.by],
      vendor: staff.person[vendor],
      staff,
      calendar,
    }
    const steps = [begin, ...stepsOf(plan)]
    for (const [index, step] of steps.entries())
      await calendar.at(dayOf(plan, index, steps.length - 1), () => step(order))
    await setDue(db, order.id, plan.due)
  }
}

/** The way to each status; what lies on it happened, in this order. */
function stepsOf({ status, rejected, cancelled, halfway }: DemoOrder): DemoStep[] {
  const review = rejected && status !== 'rejected' ? [show, reject, resume, show] : [show]
  const WAYS: Record<DemoOrder['status'], DemoStep[]> = {
    incomplete: [],
    'awaiting-materials': halfway ? [submit, startTranslating] : [submit],
    'in-progress': [submit, prepare],
    'for-review': [submit, prepare, ...review],
    rejected: [submit, prepare, ...review, reject],
    approved: [submit, prepare, ...review, approve],
    complete: [submit, prepare, ...review, approve, deliver],
    cancelled: cancelled?.during === 'in-progress' ? [submit, prepare, cancel] : [submit, cancel],
  }
  return WAYS[status]
}

/** Evenly from the day it was begun to the day it came to where it is. */
const dayOf = ({ days: [began, last] }: DemoOrder, index: number, steps: number) =>
  steps === 0 ? began : began + ((last - began) * index) / steps

/**
 * An order is handed in for a day that lies ahead; by now that day may have passed. Six in the
 * evening, where it is due.
 */
async function setDue(db: Db, id: string, days: number | null) {
  if (days === null) return
  await sql`
    update work_request set due_at = (date_trunc('day', (now() + make_interval(secs => ${days * 86_400})) at time zone due_tz) + interval '18 hours') at time zone due_tz
    where id = ${id}`.execute(db)
}
