// Webhooks, tokens and the audit log.
import { audit, sessions, webhooks } from '@reelay/api/contract'
import { joinList } from '../output/format.ts'
import { formatTime, toCellValue } from '../output/print.ts'
import { defineResource } from './resource.ts'

/** A new webhook has its secret. */
export const webhook = defineResource<webhooks.Webhook & { secret?: string }>({
  list: webhooks.listWebhooks,
  show: webhooks.getWebhook,
  create: webhooks.createWebhook,
  edit: webhooks.changeWebhook,
  delete: webhooks.removeWebhook,
  columns: [
    ['Id', ({ _id }) => _id],
    ['URL', ({ url }) => url],
    ['Types', ({ types }) => joinList(types) || 'all'],
    ['Format', ({ format }) => format],
    ['State', (record) => stateOf(record)],
    ['Failures', ({ failures }) => failures],
  ],
  details: (record) => [
    ['Webhook', record._id],
    ['URL', record.url],
    ['Types', joinList(record.types) || 'all'],
    ['Format', record.format],
    ['State', stateOf(record)],
    ['Failures', record.failures],
    ['Last failure', record.lastFailure && failureOf(record.lastFailure)],
    ['Resumes', record.resumes && formatTime(record.resumes)],
    ['Studio', record.studio],
    ['Owner', record.from],
    ['Created', formatTime(record.created)],
    ['Secret (shown once)', record.secret],
  ],
})

function stateOf({ active, asleep }: webhooks.Webhook): string {
  if (!active) return 'inactive'
  return asleep ? 'asleep: its owner no longer manages the studio' : 'active'
}

const failureOf = ({ at, error }: NonNullable<webhooks.Webhook['lastFailure']>) =>
  `${formatTime(at)}: ${error}`

export const delivery = defineResource<webhooks.Delivery>({
  list: webhooks.listDeliveries,
  show: webhooks.getDelivery,
  param: 'delivery',
  columns: [
    ['Id', ({ _id }) => _id],
    ['Type', ({ type }) => type],
    ['Status', ({ status }) => status],
    ['Attempts', ({ attempts }) => attempts],
    ['Response', ({ code, error }) => error ?? code],
    ['Created', ({ created }) => formatTime(created)],
  ],
  details: (record) => [
    ['Delivery', record._id],
    ['Type', record.type],
    ['Event', record.event],
    ['Status', record.status],
    ['Attempts', record.attempts],
    ['Response', record.code],
    ['Error', record.error],
    ['Next attempt', record.next && formatTime(record.next)],
    ['Created', formatTime(record.created)],
    ['Delivered', record.delivered && formatTime(record.delivered)],
  ],
})

/** A new token is shown once. */
export const token = defineResource<sessions.Token & { token?: string }>({
  list: sessions.listTokens,
  create: sessions.createToken,
  delete: sessions.removeToken,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name, agent }) => name || agent],
    ['Current', ({ current }) => current],
    ['Scope', ({ scope }) => scope?.access ?? 'full'],
    ['Used', ({ used }) => formatTime(used)],
    ['Expires', ({ expires }) => expires && formatTime(expires)],
  ],
  details: (record) => [
    ['Name', record.name],
    ['Id', record._id],
    ['Scope', record.scope?.access ?? 'full'],
    ['Studio', record.scope?.studio],
    ['Project', record.scope?.project],
    ['Created', formatTime(record.created)],
    ['Expires', record.expires && formatTime(record.expires)],
    ['Token (shown once)', record.token],
  ],
})

export const auditEntry = defineResource<audit.AuditEntry>({
  list: audit.listAudit,
  columns: [
    ['When', ({ at }) => formatTime(at)],
    ['Who', ({ by }) => by?.name],
    ['What', ({ summary }) => summary],
    ['About', ({ about }) => `${about.kind} ${about.name}`.trim()],
    ['Address', ({ address }) => address],
  ],
  details: ({ _id, at, by, act, about, asked }) => [
    ['Entry', _id],
    ['When', formatTime(at)],
    ['Who', by?.name],
    ['What', act],
    ['About', about.name],
    ['Input', toCellValue(asked)],
  ],
})
