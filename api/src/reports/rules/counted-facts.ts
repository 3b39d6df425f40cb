// Which facts of a prepared day count for a caller. The conditions are those of `seesRequestInDays`.
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { ReportFilter } from '../contract.ts'
import type { RequestFacts, VolumeFacts } from './request-facts.ts'
import type { CountedFacts } from './tallies.ts'

type CallerInStudio = ReturnType<typeof callerIn>

const SEE_ALL = ['admin', 'studio', 'service']
const NOT_ONLY_VENDOR = [...SEE_ALL, 'territory']

/** Whether somebody who works for a vendor is limited to what is theirs. */
export const isVendorOnly = (roles: readonly string[]) =>
  roles.includes('vendor') && !roles.some((role) => NOT_ONLY_VENDOR.includes(role))

export const seesAllRequests = ({
  roles,
  permissions,
}: Pick<CallerInStudio, 'roles' | 'permissions'>) =>
  roles.some((role) => SEE_ALL.includes(role)) ||
  (permissions.has('report.read') && !isVendorOnly(roles))

export function byRole<Facts extends VolumeFacts>(
  facts: Facts,
  { studio, vendor }: { studio: string; vendor: string },
  person: Caller & { number: number },
  filter: ReportFilter,
): CountedFacts<Facts> {
  const { roles, permissions, territory: own, groups } = callerIn(person, studio)
  const seesAll = seesAllRequests({ roles, permissions })
  const isOwn = (territory: string) => roles.includes('territory') && territory === own
  const isForVendor = roles.includes('vendor') && (vendor === '' || groups.includes(vendor))
  const matching = facts.territories.map(countsTerritory(filter))
  return {
    facts,
    territories: facts.territories.map(
      (territory, index) => matching[index]! && (seesAll || isOwn(territory) || isForVendor),
    ),
    onlyOffered: facts.territories.map((territory) => !seesAll && !isOwn(territory)),
    owned:
      seesAll || isVendorOnly(roles) ? undefined : { owner: person.number, territories: matching },
  }
}

/** Facts that the caller sees, in the territories that count. */
export const byTerritory = (
  facts: RequestFacts,
  counts: (territory: string) => boolean,
): CountedFacts => ({
  facts,
  territories: facts.territories.map(counts),
  onlyOffered: facts.territories.map(() => false),
  owned: undefined,
})

export function countsTerritory({ territory }: ReportFilter): (code: string) => boolean {
  const wanted = territory?.split(',')
  return (code) => !wanted || wanted.includes(code)
}
