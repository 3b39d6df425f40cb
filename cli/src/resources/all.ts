import type { ResourceName } from './names.ts'
import { asset } from './assets.ts'
import { comment, offlineComment } from './comments.ts'
import { download } from './downloads.ts'
import { file } from './files.ts'
import type { Resource } from './resource.ts'
import { notification } from './notifications.ts'
import { offline } from './offlines.ts'
import { auditEntry, delivery, token, webhook } from './operations.ts'
import { assetType, group, territory, workflow } from './organization.ts'
import { preview } from './previews.ts'
import { project } from './projects.ts'
import { request } from './requests.ts'
import { share } from './shares.ts'
import { studio } from './studios.ts'
import { memoryUnit, script, term } from './texts.ts'
import { translation } from './translations.ts'
import { user } from './users.ts'

/** Records are `unknown`, because only the command line says which resource it is. */
export const RESOURCE_DEFINITIONS = {
  studios: studio,
  projects: project,
  assets: asset,
  files: file,
  requests: request,
  translations: translation,
  offlines: offline,
  downloads: download,
  notifications: notification,
  users: user,
  groups: group,
  territories: territory,
  workflows: workflow,
  'asset-types': assetType,
  scripts: script,
  previews: preview,
  shares: share,
  comments: comment,
  'offline-comments': offlineComment,
  memory: memoryUnit,
  terms: term,
  webhooks: webhook,
  deliveries: delivery,
  tokens: token,
  audit: auditEntry,
} as unknown as Record<ResourceName, Resource<unknown>>
