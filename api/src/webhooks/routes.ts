import type { App } from '../kernel/http/app.ts'
import { createTargetResolver } from '../kernel/http/outbound/resolve-target.ts'
import { serve } from '../kernel/http/serve.ts'
import { checkUrl } from './commands/check-url.ts'
import { ping, redeliver } from './commands/deliver.ts'
import { changeWebhook, createWebhook, removeWebhook, renewSecret } from './commands/webhook.ts'
import * as contract from './contract.ts'
import { getDelivery, listDeliveries } from './queries/delivery.ts'
import { getWebhook, listWebhooks } from './queries/webhook.ts'
import { presentDelivery, presentNewWebhook, presentWebhook } from './rules/present.ts'

export function webhookRoutes(app: App) {
  const { config, masterKeys } = app
  const resolver = createTargetResolver(config.webhookPrivate)
  const checkedUrl = (url: string) => checkUrl(resolver, url)

  serve(
    app,
    contract.listWebhooks,
    ({ person, query, range, db }) => listWebhooks(db, person, range, query),
    presentWebhook,
  )
  serve(
    app,
    contract.getWebhook,
    ({ person, params, db }) => getWebhook(db, person, params.id),
    presentWebhook,
  )
  serve(
    app,
    contract.createWebhook,
    async ({ body, person, transaction }) => {
      const url = await checkedUrl(body.url)
      return transaction((tx) => createWebhook(tx, masterKeys, { body, url, by: person }))
    },
    presentNewWebhook,
  )
  serve(
    app,
    contract.changeWebhook,
    async ({ params, body, person, checkPreconditions, transaction, db }) => {
      const { url: present } = await getWebhook(db, person, params.id)
      const url =
        body.url === undefined || body.url === present ? body.url : await checkedUrl(body.url)
      return transaction((tx) =>
        changeWebhook(tx, { id: params.id, body, url, by: person, checkPreconditions }),
      )
    },
    presentWebhook,
  )
  serve(app, contract.removeWebhook, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) => removeWebhook(tx, { id: params.id, by: person, checkPreconditions })),
  )
  serve(app, contract.renewSecret, ({ params, person, checkPreconditions, transaction }) =>
    transaction((tx) =>
      renewSecret(tx, masterKeys, { id: params.id, by: person, checkPreconditions }),
    ),
  )
  deliveryRoutes(app)
}

function deliveryRoutes(app: App) {
  serve(
    app,
    contract.pingWebhook,
    ({ params, person, transaction }) =>
      transaction((tx) => ping(tx, { webhook: params.id, by: person })),
    presentDelivery,
  )
  serve(
    app,
    contract.listDeliveries,
    ({ params, person, query, range, db }) =>
      listDeliveries(db, person, range, { webhook: params.id, ...query }),
    presentDelivery,
  )
  serve(
    app,
    contract.getDelivery,
    ({ params, person, db }) =>
      getDelivery(db, person, { webhook: params.id, id: params.delivery }),
    presentDelivery,
  )
  serve(
    app,
    contract.redeliver,
    ({ params, person, transaction }) =>
      transaction((tx) => redeliver(tx, { webhook: params.id, id: params.delivery, by: person })),
    presentDelivery,
  )
}
