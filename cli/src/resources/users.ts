import { users } from '@reelay/api/contract'
import { moment } from '../output/print.ts'
import { kind } from './resource.ts'
import { listed } from '../output/format.ts'

export const user = kind<users.User>({
  list: users.listUsers,
  show: users.getUser,
  create: users.inviteUser,
  edit: users.changeUser,
  columns: [
    ['Id', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['E-mail', ({ emailNormal }) => emailNormal],
    ['Roles', ({ roles }) => listed(roles)],
    ['Territory', ({ territory }) => territory?.code],
    ['May sign in', (user) => maySignIn(user)],
  ],
  facts: (user) => [
    ['Name', user.name],
    ['E-mail', user.emailNormal],
    ['Id', user._id],
    ['Roles', listed(user.roles)],
    ['Rights beside them', listed(user.permissions)],
    ['Territory', user.territory && `${user.territory.name} (${user.territory.code})`],
    ['Groups', listed(user.groups.map(({ name }) => name))],
    ['Studios', listed(user.studios)],
    ['May sign in', maySignIn(user)],
    ['Created', moment(user.created)],
  ],
})

const maySignIn = ({ status }: users.User) => status.approved && status.registered
