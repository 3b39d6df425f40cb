// A service with its own database for the browser tests of one worker.
import { chmodSync, closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sessions, territories } from '@reelay/api/contract'
import { createClient, type Call } from '@reelay/client'
import { freePort } from '../../api/src/kernel/db/embedded.ts'
import { newDatabase } from '../../api/test/cluster.ts'
import { startMailServer, type MailServer } from '../../api/test/mail-server.ts'
import { ADMIN, startService } from '../../api/test/service.ts'

export type ServiceEnv = Record<string, string>
export type BrowserService = {
  address: string
  /** As the admin of the installation. */
  admin: Call
  adminSession: sessions.Session
  mails: MailServer['mails']
  logPath: string
  /** The territory with this code, which is created at the first use. */
  territory: (body: NewTerritory) => Promise<territories.Territory>
  /** Kills the service without a shutdown and starts it at the same URL. */
  killAndRestart: () => Promise<void>
  stop: () => Promise<void>
}
type NewTerritory = Omit<territories.TerritoryEmbedded, '_id'>

export async function startBrowserService(env: ServiceEnv = {}): Promise<BrowserService> {
  const folder = await mkdtemp(join(process.env.BROWSER_FOLDER!, 'service-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  // Passkeys do not work for IP addresses.
  const address = `http://localhost:${port}`
  const mailServer = await startMailServer()
  const logPath = join(folder, 'service.log')
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: address,
    DATABASE_URL: await newDatabase(),
    // Each connection plans every statement again, which takes up to 100 ms of CPU.
    DATABASE_POOL: '4',
    LOG_LEVEL: 'info',
    SMTP_URL: mailServer.url,
    ADMIN_EMAIL: ADMIN.email,
    // The tests start webhook receivers, providers of drafts and identity providers themselves.
    WEBHOOK_PRIVATE: '1',
    DRAFTS_PRIVATE: '1',
    SSO_PRIVATE: '1',
    ...env,
  }
  const start = async () => {
    const output = openSync(logPath, 'a')
    const service = await startService(settings, port, output)
    closeSync(output)
    return service
  }
  let service = await start()
  const stopService = async (signal: NodeJS.Signals) => {
    service.signal(signal)
    await service.ended
  }
  const { admin, adminSession } = await signInAsAdmin(address, settings.ADMIN_EMAIL)
  return {
    address,
    admin,
    adminSession,
    territory: territoryCreator(admin),
    mails: mailServer.mails,
    logPath,
    async killAndRestart() {
      await stopService('SIGKILL')
      service = await start()
    },
    async stop() {
      await stopService('SIGTERM')
      await mailServer.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signInAsAdmin(address: string, email: string) {
  const baseUrl = `${address}/api`
  const credential = { email, password: ADMIN.password }
  const withPassword = createClient({ baseUrl, credential })
  const adminSession = (await withPassword.call(sessions.openSession)) as sessions.Session
  return { admin: createClient({ baseUrl, credential: adminSession }).call, adminSession }
}

function territoryCreator(admin: Call): BrowserService['territory'] {
  const created = new Map<string, Promise<territories.Territory>>()
  return (body) => {
    const territory = created.get(body.code) ?? admin(territories.createTerritory, { body })
    created.set(body.code, territory)
    return territory
  }
}
