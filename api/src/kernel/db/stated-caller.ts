/**
 * Who asks. Row-level security shows the rows of these studios and of this person. In the vendor
 * studios it shows nothing that belongs to a group other than these.
 */
export type StatedCaller = {
  person: string | null
  studios: readonly string[]
  groups?: readonly string[]
  vendorStudios?: readonly string[]
}

/** The parameters of `STATE_CALLER`. */
export const valuesOfCaller = ({
  person,
  studios,
  groups = [],
  vendorStudios = [],
}: StatedCaller): string[] => [person ?? '', ...[studios, groups, vendorStudios].map(arrayText)]

const arrayText = (ids: readonly string[]) => `{${ids.join(',')}}`

export const STATE_CALLER = `
  select set_config('reelay.person', $1, false), set_config('reelay.studios', $2, false),
    set_config('reelay.groups', $3, false), set_config('reelay.vendor_studios', $4, false)`
