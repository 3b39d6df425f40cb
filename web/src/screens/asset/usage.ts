import type { assets } from '@reelay/api/contract'

/** How the trade writes them, in every language. */
export const USE_NAMES: Record<assets.UsageName, string> = {
  broadcast: 'Broadcast', online: 'Online', dcp: 'DCP', film35: '35 mm', film70: '70 mm', dcp4k: 'DCP 4K', imax: 'IMAX', atmos: 'Atmos',
  dcp3d: 'DCP 3D', imax3d: 'IMAX 3D', atmos2d: 'Atmos 2D', atmos3d: 'Atmos 3D', dolbyVision2d: 'Dolby Vision 2D', dolbyVision3d: 'Dolby Vision 3D',
}

export const usesOf = ({ usage }: Pick<assets.Asset, 'usage'>): string =>
  (Object.keys(USE_NAMES) as assets.UsageName[]).filter((name) => usage[name]).map((name) => USE_NAMES[name]).join(', ')
