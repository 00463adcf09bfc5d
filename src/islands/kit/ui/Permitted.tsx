import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { AnyPermission } from '#contract/platform/roles.ts'
import { may } from '#lib/api/session.ts'

interface PermittedProps {
  permission: AnyPermission
  children: ReactNode
}

/** Shows what only people with the permission can use. */
export const Permitted = ({ permission, children }: PermittedProps) =>
  useStore(may(permission)) ? children : null
