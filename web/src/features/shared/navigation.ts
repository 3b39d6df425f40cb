// The rooms of the house, in the order of the day. Which of them somebody finds follows from what
// they may do.
import type { access } from '@reelay/api/contract'
import { useRights } from './current-user.ts'

type Room = {
  to: '/' | '/assets' | '/workrequests' | '/order' | '/reports' | '/administration'
  name: 'today' | 'library' | 'requests' | 'order' | 'reports' | 'administration'
  needs?: access.AnyRight[]
  /** Another address under which the room goes on. */ also?: string
}

const ROOMS: Room[] = [
  { to: '/', name: 'today' },
  { to: '/assets', name: 'library', also: '/projects' },
  { to: '/workrequests', name: 'requests' },
  { to: '/order', name: 'order', needs: ['workrequest.create'] },
  { to: '/reports', name: 'reports' },
  {
    to: '/administration',
    name: 'administration',
    needs: ['user.manage', 'studio.manage', 'installation.manage'],
  },
]

export function useRooms(): Room[] {
  const rights = useRights()
  return ROOMS.filter(({ needs }) => !needs || needs.some((right) => rights.has(right)))
}
