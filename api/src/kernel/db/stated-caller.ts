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

/** Each transaction of a caller states them, so nothing depends on the connection. */
export const settingsOfCaller = ({
  person,
  studios,
  groups = [],
  vendorStudios = [],
}: StatedCaller): Record<string, string> => ({
  role: 'reelay_service',
  'reelay.person': person ?? '',
  'reelay.studios': arrayText(studios),
  'reelay.groups': arrayText(groups),
  'reelay.vendor_studios': arrayText(vendorStudios),
})

export const onlyStudioOf = ({ studios }: StatedCaller): string | undefined =>
  studios.length === 1 ? studios[0] : undefined

const arrayText = (ids: readonly string[]) => `{${ids.join(',')}}`
