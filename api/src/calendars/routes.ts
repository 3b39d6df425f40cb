import type { App } from '../kernel/http/app.ts'
import { networkOf } from '../kernel/http/auth/ip-network.ts'
import { digestSecret } from '../kernel/http/auth/secret.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { serve } from '../kernel/http/serve.ts'
import { countCalendarRead, createCalendar, removeCalendar } from './commands.ts'
import * as contract from './contract.ts'
import { findCalendar, listCalendars } from './queries.ts'
import { renderCalendar } from './rules.ts'

export function calendarRoutes(app: App) {
  const { publicUrl, appUrl } = app.config
  serve(app, contract.listCalendars, ({ db, person, range }) => listCalendars(db, person, range))
  serve(app, contract.createCalendar, ({ body, person, transaction }) =>
    transaction((tx) => createCalendar(tx, { ...body, by: person, publicUrl })),
  )
  serve(app, contract.removeCalendar, ({ params, person, transaction }) =>
    transaction((tx) => removeCalendar(tx, { ...params, by: person })),
  )
  serve(app, contract.readCalendar, async ({ db, params, request, reply }) => {
    await countCalendarRead(db, networkOf(request.ip))
    const code = params.code.replace(/\.ics$/, '')
    const calendar = await findCalendar(db, digestSecret(code))
    if (!calendar) throw notFound('calendar')
    const { deadlines, name, now } = calendar
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(renderCalendar(deadlines, { name, now, host: new URL(publicUrl).host, appUrl }))
  })
}
