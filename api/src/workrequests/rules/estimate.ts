import type { StoredWorkRequest } from './stored.ts'

/** Until the length of an asset is measured, one minute is reckoned. */
const MINUTES = 1

/** Two decimal strings from the studio's rate card: before, and after what is already translated. */
export function estimateOf({ language, uses, facts }: Pick<StoredWorkRequest, 'language' | 'uses' | 'facts'>, alreadyTranslated: boolean): { base: string; applied: string } {
  const { perMinute, perUse, languages } = facts.rateCard
  const words = Math.round(cents(perMinute) * MINUTES * Number(languages[language] ?? '1'))
  const delivery = cents(perUse) * uses.items.length
  return { base: decimal(words + delivery), applied: decimal((alreadyTranslated ? 0 : words) + delivery) }
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
const decimal = (amount: number) => (amount / 100).toFixed(2)
