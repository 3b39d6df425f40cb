// Users of a small studio: one each for territory, vendor and translator.
import { groups, territories, users } from '@reelay/api/contract'
import type { Page } from 'playwright-core'
import type { BrowserTestApp } from './test-app.ts'
import { GERMANY } from '../../api/test/territories.ts'

const PASSWORD = 'Correct-horse-battery-9'
export const ADA = {
  emailNormal: 'ada@salt.example',
  name: 'Ada Winter',
  roles: ['territory' as const],
  password: PASSWORD,
}
export const VERA = {
  emailNormal: 'vera@tidal.example',
  name: 'Vera Lindqvist',
  roles: ['vendor' as const],
  password: PASSWORD,
}
export const TOM = {
  emailNormal: 'tom@words.example',
  name: 'Tom Ashgrove',
  roles: ['translator' as const],
  password: PASSWORD,
}
type Credentials = { emailNormal: string; password: string }

export async function invite({ call }: BrowserTestApp, studio: string): Promise<void> {
  const { _id: territory } = await call(territories.createTerritory, { body: GERMANY })
  await call(users.inviteUser, { body: { ...ADA, studios: [studio], territory } })
  await call(users.inviteUser, { body: { ...TOM, studios: [studio] } })
  const { _id: vera } = await call(users.inviteUser, { body: { ...VERA, studios: [studio] } })
  await call(groups.createGroup, {
    body: { name: 'Tidal Post', type: 'v', studios: [studio], users: [vera] },
  })
}

export async function signIn(
  { visit }: BrowserTestApp,
  { emailNormal, password }: Credentials,
): Promise<Page & { pageErrors: string[] }> {
  const page = await visit('/')
  await page.getByLabel('Email').fill(emailNormal)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  return page
}
