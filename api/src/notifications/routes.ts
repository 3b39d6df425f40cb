import type { App } from '../kernel/http/app.ts'
import { serve } from '../kernel/http/serve.ts'
import { markAllNotifications, markNotification } from './commands.ts'
import * as contract from './contract.ts'
import { getNotification, listNotifications } from './queries/notifications.ts'
import { presentNotification } from './rules/present.ts'

export function notificationRoutes(app: App) {
  serve(
    app,
    contract.listNotifications,
    ({ person, query, range, db }) => listNotifications(db, person, range, query),
    presentNotification,
  )
  serve(
    app,
    contract.getNotification,
    ({ person, params, db }) => getNotification(db, person, params.id),
    presentNotification,
  )
  serve(
    app,
    contract.markNotification,
    ({ params, body, person, checkPreconditions, transaction }) =>
      transaction((tx) =>
        markNotification(tx, { id: params.id, marks: body, by: person, checkPreconditions }),
      ),
    presentNotification,
  )
  serve(app, contract.markAllNotifications, ({ person, transaction }) =>
    transaction((tx) => markAllNotifications(tx, person)),
  )
}
