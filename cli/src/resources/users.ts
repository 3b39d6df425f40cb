import { users } from '@reelay/api/contract'
import { formatTime } from '../output/print.ts'
import { defineResource } from './resource.ts'
import { joinList } from '../output/format.ts'

export const user = defineResource<users.User>({
  list: users.listUsers,
  show: users.getUser,
  create: users.inviteUser,
  edit: users.changeUser,
  delete: users.disableUser,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['Email', ({ emailNormal }) => emailNormal],
    ['Roles', ({ roles }) => joinList(roles)],
    ['Territory', ({ territory }) => territory?.code],
    ['Can sign in', (user) => canSignIn(user)],
  ],
  details: (user) => [
    ['Name', user.name],
    ['Email', user.emailNormal],
    ['Id', user._id],
    ['Roles', joinList(user.roles)],
    ['Extra permissions', joinList(user.permissions)],
    ['Territory', user.territory && `${user.territory.name} (${user.territory.code})`],
    ['Groups', joinList(user.groups.map(({ name }) => name))],
    ['Studios', joinList(user.studios)],
    ['Can sign in', canSignIn(user)],
    ['Created', formatTime(user.created)],
  ],
})

const canSignIn = ({ status }: users.User) => status.approved && status.registered
