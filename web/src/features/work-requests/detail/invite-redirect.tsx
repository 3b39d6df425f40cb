import { getRouteApi, Navigate } from '@tanstack/react-router'

const route = getRouteApi('/app/workrequests/$id/invite/$code')

/**
 * The service has no invitations by code: an invited user has an account and can see the request or
 * not. The router asks for the sign-in first.
 */
export function InviteRedirect() {
  const { id } = route.useParams()
  return <Navigate to="/workrequests/$id" params={{ id }} replace />
}
