// Apart from the endpoints: the first screen needs the names alone.

export const payeeKinds = ['individual', 'business'] as const
export type PayeeKind = (typeof payeeKinds)[number]

/** `entered` waits for the network's manager, or for the operator if the account has none. */
export const payeeStates = ['entered', 'confirmed', 'rejected'] as const
