const LONGEST_STAY_DAYS = 99

/** Returns why the dates are no possible stay, or null. */
export function lodgingProblem(checkin_date: string, checkout_date: string): string | null {
  const { days } = Temporal.PlainDate.from(checkin_date).until(checkout_date, { largestUnit: 'days' })
  if (days < 0) return 'Checkout Date cannot be before checkin_date.'
  return days > LONGEST_STAY_DAYS ? `Checkout Date can be at most ${LONGEST_STAY_DAYS} days after checkin_date.` : null
}
