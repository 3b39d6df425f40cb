// Registers the routes of all modules, in the order of the modules.
import { requireNoEmbargo } from './access/queries/embargo.ts'
import { requireVisible } from './across-studios.ts'
import { assetRoutes } from './assets/routes.ts'
import { assetTypeRoutes } from './assettypes/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { downloadRoutes } from './downloads/routes/bind.ts'
import { encodeRoutes } from './encodes/routes.ts'
import { eventRoutes } from './events/routes/events.ts'
import { fileRoutes } from './files/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { jobRoutes } from './jobadmin/routes.ts'
import type { Config } from './config/config.ts'
import type { MasterKeys } from './kernel/db/encryption/parse-keys.ts'
import type { Compute } from './kernel/compute/compute.ts'
import type { Replica } from './kernel/db/replica.ts'
import type { ServiceDatabase } from './kernel/db/service-database.ts'
import { createApp, type App } from './kernel/http/app.ts'
import { rejectOtherMethods } from './kernel/http/method-not-allowed.ts'
import type { SigningKeys } from './kernel/http/auth/signed-link.ts'
import type { Intake } from './kernel/storage/intake.ts'
import type { Storage } from './kernel/storage/storage.ts'
import { machineDraftRoutes } from './machinedrafts/routes.ts'
import { memoryRoutes } from './memory/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { offlineRoutes } from './offlines/routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { findPublicNames } from './public-names.ts'
import { previewRoutes } from './previews/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { createAuthenticator } from './sessions/commands/authenticator.ts'
import { authenticateScim } from './scim/commands/token.ts'
import { scimRoutes } from './scim/routes/bind.ts'
import { scriptRoutes } from './scripts/routes.ts'
import { reviewSessionRoutes } from './reviewsessions/routes/review-sessions.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { authenticateGuest } from './shares/commands/authenticate.ts'
import { shareRoutes } from './shares/routes/bind.ts'
import { startSpeller } from './spelling/commands/speller.ts'
import { spellingRoutes } from './spelling/routes.ts'
import { ssoRoutes } from './sso/routes/bind.ts'
import type { FindDemoAccounts } from './sso/routes/sign-in.ts'
import { studioRoutes } from './studios/routes.ts'
import { territoryRoutes } from './territories/routes.ts'
import { translationRoutes } from './translations/routes.ts'
import { uploadRoutes } from './uploads/routes/uploads.ts'
import { userRoutes } from './users/routes/bind.ts'
import { viewRoutes } from './views/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { workflowRoutes } from './workflows/routes.ts'
import { workRequestRoutes } from './workrequests/routes.ts'

export type AppDependencies = {
  database: ServiceDatabase
  replica?: Replica | undefined
  config: Config
  keys: SigningKeys
  masterKeys: MasterKeys
  compute: Compute
  storage: Storage
  intake: Intake
  checkReplies?: boolean
  /** Set if the demo is turned on. */
  findDemoAccounts?: FindDemoAccounts
}

export function buildApp({
  database,
  replica,
  config,
  keys,
  masterKeys,
  compute,
  storage,
  intake,
  checkReplies = false,
  findDemoAccounts,
}: AppDependencies): App {
  const app = createApp({
    database,
    replica,
    requireVisible,
    requireNoEmbargo,
    publicNames: findPublicNames,
    config,
    keys,
    masterKeys,
    compute,
    checkReplies,
    authenticator: {
      ...createAuthenticator(database.system),
      byBearer: authenticateScim(database.system),
      byShare: authenticateGuest(database.system),
    },
  })
  studioRoutes(app)
  territoryRoutes(app)
  groupRoutes(app)
  userRoutes(app)
  sessionRoutes(app)
  passkeyRoutes(app)
  ssoRoutes(app, { ...(findDemoAccounts && { findDemoAccounts }) })
  scimRoutes(app)
  projectRoutes(app)
  assetTypeRoutes(app)
  workflowRoutes(app)
  fileRoutes(app, { intake })
  uploadRoutes(app, { storage, intake })
  previewRoutes(app, { storage })
  assetRoutes(app)
  memoryRoutes(app)
  const speller = startSpeller(config.dataDir)
  app.fastify.addHook('onClose', speller.stop)
  spellingRoutes(app)
  scriptRoutes(app, { speller })
  translationRoutes(app, { storage, speller })
  machineDraftRoutes(app)
  workRequestRoutes(app)
  invitationRoutes(app)
  commentRoutes(app)
  offlineRoutes(app, { storage })
  encodeRoutes(app)
  downloadRoutes(app, { storage })
  shareRoutes(app, { storage })
  eventRoutes(app)
  notificationRoutes(app)
  webhookRoutes(app)
  calendarRoutes(app)
  viewRoutes(app)
  reviewSessionRoutes(app)
  searchRoutes(app)
  reportRoutes(app)
  outboxRoutes(app)
  auditRoutes(app)
  jobRoutes(app)
  rejectOtherMethods(app)
  return app
}
