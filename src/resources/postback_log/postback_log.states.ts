/** Where a postback stands. Open ones are `new` or `retrying`; the others have nothing more to come. */
export const POSTBACK = { new: 1, sent: 2, retrying: 3, failed: 4, canceled: 5 } as const

export const STATUS_TITLES = { 1: 'New', 2: 'Sent', 3: 'Failed, to be tried again', 4: 'Failed', 5: 'Canceled' }
