import type { KeyUnder, NameUnder } from '#lib/texts/catalog.ts'

type SharedOrder = NameUnder<'lists:sort'>
type OwnOrders = {
  [Name in 'channels' | 'members' | 'reports']: NameUnder<`${Name}:sort`>
}

/** An order of a room's lists, such as `name-asc`. */
export type OrderName<Name extends keyof OwnOrders> = OwnOrders[Name] | SharedOrder

const sharedOrders: readonly string[] = [
  'name-asc',
  'name-desc',
  'profit-asc',
  'profit-desc',
] satisfies SharedOrder[]

const isShared = (order: string): order is SharedOrder => sharedOrders.includes(order)

/** Finds the text of an order: a room's own, or one that lists have in common. */
export const getOrderKey = <Name extends keyof OwnOrders>(room: Name, order: OrderName<Name>) =>
  isShared(order)
    ? (`lists:sort.${order}` as const)
    : (`${room}:sort.${order}` as
        | KeyUnder<'channels:sort'>
        | KeyUnder<'members:sort'>
        | KeyUnder<'reports:sort'>)
