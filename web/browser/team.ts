// One person each for a territory, a vendor and a translation.
import type { Page } from '@playwright/test'
import type { BrowserApp } from './fixtures.ts'
import { expect } from './fixtures.ts'
import type { TestPerson, TestStudio } from './studio.ts'

export type Team = { ada: TestPerson; vera: TestPerson; tom: TestPerson; vendor: string }

/** Ada orders for Germany, Vera works for the vendor Tidal Post, and Tom translates. */
export async function inviteTeam({ invite, newVendor, germany }: TestStudio): Promise<Team> {
  const { _id: territory } = await germany()
  const ada = await invite({ name: 'Ada Winter', roles: ['territory'], territory })
  const vera = await invite({ name: 'Vera Lindqvist', roles: ['vendor'] })
  const tom = await invite({ name: 'Tom Ashgrove', roles: ['translator'] })
  const { _id: vendor } = await newVendor('Tidal Post', [vera])
  return { ada, vera, tom, vendor }
}

/** Signs in with the form. */
export async function signInAs(
  { visit }: BrowserApp,
  { email, password }: TestPerson,
): Promise<Page> {
  const page = await visit('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  return page
}
