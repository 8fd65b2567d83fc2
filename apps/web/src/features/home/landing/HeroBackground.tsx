/** Runs out of the drop's point, widens, and ends in the pool below: the whole first screen is one stream. */
export const HeroStream = () => (
  <svg className="hero-stream" viewBox="0 0 1000 420" preserveAspectRatio="none" aria-hidden="true">
    <linearGradient id="hero-stream" x1="0" x2="0" y1="0" y2="1">
      <stop offset="0" className="stream-top" />
      <stop offset="1" className="stream-end" />
    </linearGradient>
    <path fill="url(#hero-stream)" d={banks} />
    <path className="stream-line" d={currents} />
  </svg>
)

/** Joins the steps where they stand side by side. */
export const StepStream = () => (
  <svg className="step-stream" viewBox="0 0 1000 40" preserveAspectRatio="none" role="presentation" aria-hidden="true">
    <path d={ripple} />
  </svg>
)

/** The two banks, from the spring to the pool. */
const banks =
  'M498 0C500 60 440 74 380 96C300 124 300 160 390 190C470 216 500 240 440 282C360 338 180 330 0 420' +
  'H1000C860 350 700 340 640 282C590 232 620 200 560 166C500 132 420 128 450 100C476 76 516 56 505 0Z'

/** Three lines of light on the water. */
const currents =
  'M486 60C470 90 380 100 372 130C368 160 470 178 506 212C536 244 500 280 440 316C380 350 300 360 220 400' +
  'M540 230C566 270 560 300 600 330C640 358 720 372 780 400M520 300C510 330 480 352 470 392'

const ripple = 'M0 20C40 4 80 4 125 20S210 36 250 20 335 4 375 20 460 36 500 20 585 4 625 20 710 36 750 20 830 4 880 20'
