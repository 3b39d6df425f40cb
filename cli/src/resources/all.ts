import type { KindName } from './names.ts'
import { asset } from './assets.ts'
import { download } from './downloads.ts'
import { file } from './files.ts'
import type { Kind } from './resource.ts'
import { notification } from './notifications.ts'
import { offline } from './offlines.ts'
import { project } from './projects.ts'
import { request } from './requests.ts'
import { studio } from './studios.ts'
import { translation } from './translations.ts'
import { user } from './users.ts'

/** A record is what its kind's endpoints answer; which kind it is, only the command line says. */
export const ALL = {
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
} as unknown as Record<KindName, Kind<unknown>>
