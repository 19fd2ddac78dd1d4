import type { FocusArea } from './places.ts';

export interface DemoOffer {
  title: string;
  type: 'Onsite' | 'Virtual' | 'Hybrid';
  kind: 'Internship' | 'Apprenticeship';
  paid: boolean;
  slots: number;
  short: string;
  skills: readonly string[];
  days: readonly string[];
}

interface DemoSector {
  areas: readonly FocusArea[];
  about: string;
  careers: string;
  offers: readonly DemoOffer[];
  /** An intern's entries in a time log. */
  logs: readonly string[];
}

const offer = (
  title: string,
  [type, kind, paid, slots]: [DemoOffer['type'], DemoOffer['kind'], boolean, number],
  short: string,
  skills: string[],
  days: string[],
): DemoOffer => ({ title, type, kind, paid, slots, short, skills, days });

export const sectors = {
  boats: {
    areas: ['Marine Trades', 'Building and Trades'],
    about:
      'The work is careful and visible: at the end of a day you can put your hand on what you did. We teach by doing, one pair of hands beside another, and safety comes before speed. Interns get their own tools for the time they are with us, a locker, and someone who answers questions.',
    careers:
      'Riggers, joiners, engine mechanics and sailmakers are wanted all along the Bay. Most of our crew began in a summer like the one we offer, and four of them now hold licenses that the yard paid for.',
    offers: [
      offer(
        'Boatyard Intern',
        ['Onsite', 'Internship', true, 3],
        'Learn how boats are hauled, repaired and launched, beside people who have done it for thirty years.',
        ['Care with tools', 'Showing up on time', 'Able to lift 40 pounds'],
        [
          'Sand, fair and paint hulls',
          'Help the rigger step and tune masts',
          'Keep the shop’s log of materials',
        ],
      ),
      offer(
        'Marine Mechanic Apprentice',
        ['Onsite', 'Apprenticeship', true, 2],
        'A paid apprenticeship toward certification in diesel and outboard engines.',
        ['Interest in engines', 'Basic arithmetic', 'A driver’s license or a way to get here'],
        [
          'Service engines to the maker’s schedule',
          'Find faults with a meter and a diagram',
          'Write up each job for the customer',
        ],
      ),
      offer(
        'Sail Loft Assistant',
        ['Onsite', 'Internship', false, 2],
        'Measure, cut and stitch, and see a sail go from paper to wind.',
        ['Patience', 'Steady hands'],
        ['Lay out panels on the floor', 'Run the long-arm machine', 'Check finished sails on the water'],
      ),
    ],
    logs: [
      'Sanded and faired the keel of a 34-foot sloop, then primed it.',
      'Helped step the mast and tune the shrouds with the rigger.',
      'Changed oil and impellers on two outboards and logged the parts.',
      'Masked and rolled the first coat of bottom paint.',
      'Inventoried fasteners and labeled the bins.',
    ],
  },
  environment: {
    areas: ['Agriculture and Environment'],
    about:
      'Our days follow tides and weather. Interns work outdoors with scientists and growers, collect real data that ends up in real reports, and learn why a clear river depends on what happens far from it. Boots, life vests and sun hats are ours to lend.',
    careers:
      'Field technicians, growers, hatchery managers and environmental educators: the Bay’s recovery is work for a generation, and much of it is paid work.',
    offers: [
      offer(
        'Water Quality Field Intern',
        ['Onsite', 'Internship', true, 4],
        'Take samples by boat and on foot, and watch the numbers become a report card for the river.',
        ['Comfortable on small boats', 'Careful notes'],
        ['Collect and label samples', 'Measure oxygen, salt and clarity', 'Enter and check data'],
      ),
      offer(
        'Farm and Market Assistant',
        ['Onsite', 'Internship', true, 5],
        'Plant, pick, wash and sell, from the field to the Saturday market.',
        ['Early mornings', 'Friendly with customers'],
        ['Harvest and pack', 'Set up the market stand', 'Look after seedlings'],
      ),
      offer(
        'Bay Data Assistant',
        ['Hybrid', 'Internship', false, 2],
        'Turn a season of field notes into maps and charts that volunteers understand.',
        ['Spreadsheets', 'Clear writing'],
        ['Clean data', 'Draw maps', 'Present to volunteers'],
      ),
    ],
    logs: [
      'Took samples at six stations and measured dissolved oxygen.',
      'Set out 1,200 lettuce seedlings and repaired a drip line.',
      'Counted spat on shell and entered the results.',
      'Led a group of fourth graders along the shoreline.',
      'Checked last week’s data for gaps and drew the chart.',
    ],
  },
  health: {
    areas: ['Health and Care'],
    about:
      'People come to us when they are worried or in pain, so kindness is part of the job. Interns are introduced to every patient or resident they meet, learn how privacy is kept, and see how a team hands its work from one to the next.',
    careers:
      'From here people have gone on to become hygienists, nurses, therapists and veterinary technicians. We write letters for programs, and we keep in touch.',
    offers: [
      offer(
        'Clinic Shadowing Intern',
        ['Onsite', 'Internship', false, 3],
        'See a working day in care from the front desk to the treatment room.',
        ['Discretion', 'Warmth', 'Neat appearance'],
        ['Welcome patients', 'Prepare rooms', 'Observe treatments with consent'],
      ),
      offer(
        'Care Assistant Apprentice',
        ['Onsite', 'Apprenticeship', true, 3],
        'Earn while you train as a certified assistant, with a mentor on every shift.',
        ['Patience', 'Reliability'],
        ['Assist with meals and movement', 'Keep records', 'Plan an activity each week'],
      ),
    ],
    logs: [
      'Prepared treatment rooms and sterilized instruments with the lead assistant.',
      'Sat in on three sessions and noted the exercises for the patient’s plan.',
      'Played cards and read aloud with residents after lunch.',
      'Checked in patients and updated insurance forms.',
      'Restocked supplies and learned the hand-washing protocol.',
    ],
  },
  software: {
    areas: ['Information Technology'],
    about:
      'We are a small team that ships every week. Interns get a laptop, a real task in their first days, and a review of their work by someone who wants them to succeed. No one here knew everything when they started, and no one does now.',
    careers:
      'Developers, network technicians, testers, analysts: we hire for curiosity first. Two of our engineers came to us as interns from this school system.',
    offers: [
      offer(
        'Junior Web Developer',
        ['Virtual', 'Internship', true, 2],
        'Build a small feature that sailors will really use, from first sketch to release.',
        ['Some HTML and JavaScript', 'Asking questions early'],
        ['Write and test code', 'Join the morning call', 'Show your work on Fridays'],
      ),
      offer(
        'Network Technician Apprentice',
        ['Onsite', 'Apprenticeship', true, 2],
        'Ride along, pull cable, set up switches, and earn your first certificate.',
        ['Not afraid of ladders', 'Methodical'],
        ['Install and label cabling', 'Set up access points', 'Answer tickets with a senior technician'],
      ),
      offer(
        'Data and Maps Intern',
        ['Hybrid', 'Internship', true, 2],
        'Find a question in public data, answer it, and draw it so that anyone can understand it.',
        ['Spreadsheets', 'Interest in maps'],
        ['Gather data', 'Check it', 'Make one map a week'],
      ),
    ],
    logs: [
      'Fixed a date bug in the booking form and wrote a test for it.',
      'Pulled and terminated 14 cables in the new clinic.',
      'Paired on the map legend, then presented it to the team.',
      'Set up six laptops and wrote down each step.',
      'Went through open tickets and answered four of them.',
    ],
  },
  media: {
    areas: ['Arts and Media'],
    about:
      'Deadlines are friends: they make work finish. Interns see a story, a film or a poster from the first idea to the moment someone else holds it. We give honest critiques and your name stands on what you made.',
    careers:
      'Editors, camera operators, designers and printers. A portfolio opens doors in this field, and you will leave with one.',
    offers: [
      offer(
        'Film and Photo Intern',
        ['Onsite', 'Internship', false, 2],
        'Carry the camera, then hold it, then cut what you shot.',
        ['An eye for light', 'Team spirit'],
        ['Set up lights and sound', 'Log footage', 'Edit a one-minute film'],
      ),
      offer(
        'Newsroom Intern',
        ['Hybrid', 'Internship', true, 2],
        'Report and write for readers who will tell you what they think.',
        ['Clear writing', 'Curiosity'],
        ['Go to council meetings', 'Write two short pieces a week', 'Check facts'],
      ),
    ],
    logs: [
      'Logged footage from the regatta and cut a 40-second teaser.',
      'Wrote up the council meeting and checked every name.',
      'Prepared plates and ran 500 posters on the small press.',
      'Interviewed the harbor master with the photographer.',
      'Retouched portraits for the school board.',
    ],
  },
  building: {
    areas: ['Building and Trades'],
    about:
      'We show up when we say and leave a site cleaner than we found it. Interns learn to measure twice, to ask before cutting, and why the code book says what it says. Boots and glasses are required, and we help with both.',
    careers:
      'Carpenters, electricians and technicians earn a good living without college debt. Apprentices with us are paid from the first day and can hold a license in four years.',
    offers: [
      offer(
        'Carpentry Intern',
        ['Onsite', 'Internship', true, 4],
        'From framing to finish, on houses that people are waiting to live in.',
        ['Safe with tools', 'Measuring'],
        ['Frame walls', 'Hang doors', 'Keep the site tidy and safe'],
      ),
      offer(
        'Electrical Apprentice',
        ['Onsite', 'Apprenticeship', true, 4],
        'The first year of a registered apprenticeship, with classes paid.',
        ['Algebra', 'Color vision', 'Reliability'],
        ['Pull wire', 'Read plans', 'Test circuits beside a licensed electrician'],
      ),
      offer(
        'Workshop Assistant',
        ['Onsite', 'Internship', true, 2],
        'Help make stairs, windows and cabinets, and learn what each wood likes.',
        ['Care', 'An eye for detail'],
        ['Mill and sand', 'Draw simple parts', 'Assemble and finish'],
      ),
    ],
    logs: [
      'Framed two interior walls and checked them for square.',
      'Pulled wire for the kitchen circuit and labeled the panel.',
      'Milled oak for stair treads and sanded to 180.',
      'Replaced filters and took readings on three units.',
      'Cleaned the site and inventoried lumber with the foreman.',
    ],
  },
  food: {
    areas: ['Food and Hospitality'],
    about:
      'A kitchen and a dining room are one team. Interns start where we all started, with clean hands and sharp knives, and move on station by station. There is a meal at every shift and we eat it together.',
    careers:
      'Bakers, cooks, managers and owners: this is one of the few trades in which you can run your own place before you are thirty. Several of our former interns do.',
    offers: [
      offer(
        'Kitchen Intern',
        ['Onsite', 'Internship', true, 3],
        'Prep, cook and plate in a working kitchen that teaches.',
        ['Teamwork', 'Clean habits'],
        ['Prepare vegetables and stocks', 'Work a station', 'Plan one special'],
      ),
      offer(
        'Guest Services Intern',
        ['Onsite', 'Internship', true, 2],
        'Learn how guests are welcomed, listened to and remembered.',
        ['Friendly', 'Calm under pressure'],
        ['Greet and seat guests', 'Answer the phone', 'Help plan an event'],
      ),
      offer(
        'Baker’s Apprentice',
        ['Onsite', 'Apprenticeship', true, 1],
        'Bread from starter to oven, five mornings a week.',
        ['Early riser', 'Precise'],
        ['Mix and shape', 'Mind the ovens', 'Keep track of the flour'],
      ),
    ],
    logs: [
      'Prepped vegetables and made two stocks for the evening.',
      'Shaped 80 loaves and minded the second oven.',
      'Worked the cold station during lunch.',
      'Helped set the garden for a wedding of ninety.',
      'Wrapped and dated cheese, and kept the temperature log.',
    ],
  },
  finance: {
    areas: ['Finance and Law', 'Retail and Customers'],
    about:
      'Numbers and contracts decide what people can do with their lives, so we explain them until they are clear. Interns learn to be exact, to keep a confidence, and to write a letter that people are glad to get.',
    careers:
      'Tellers become managers, assistants become paralegals, and both may become partners. We pay for courses.',
    offers: [
      offer(
        'Member Services Intern',
        ['Onsite', 'Internship', true, 3],
        'Help members at the counter and learn what is behind it.',
        ['Courtesy', 'Careful with numbers'],
        ['Greet members', 'Count and balance a drawer', 'Teach a savings lesson to children'],
      ),
      offer(
        'Law Office Intern',
        ['Hybrid', 'Internship', false, 1],
        'See how a question becomes research, a letter and an answer.',
        ['Good writing', 'Discretion'],
        ['File and find', 'Summarize documents', 'Sit in on a hearing'],
      ),
    ],
    logs: [
      'Balanced the teller drawer with my mentor, to the cent.',
      'Summarized three deeds and filed them.',
      'Prepared the folders for a small company’s year end.',
      'Sat in on a hearing and wrote half a page about it.',
      'Helped members with the new phone app.',
    ],
  },
  children: {
    areas: ['Education and Children'],
    about:
      'Children notice everything. Interns learn to kneel down, to wait, and to be exactly as reliable as they promised. Each has a mentor teacher, plans an activity of their own, and reflects on it afterwards. A background check is arranged by us.',
    careers:
      'Teachers, museum educators, therapists: this is where you find out. We gladly write references for college.',
    offers: [
      offer(
        'Classroom Assistant',
        ['Onsite', 'Internship', false, 4],
        'Be a second pair of hands and ears in a room of curious people.',
        ['Patience', 'Reliability'],
        ['Read aloud', 'Prepare materials', 'Plan an activity'],
      ),
      offer(
        'Museum Floor Intern',
        ['Onsite', 'Internship', true, 3],
        'Help families explore, and try out an exhibit idea of your own.',
        ['Outgoing', 'Clear speaking'],
        ['Run demonstrations', 'Welcome school groups', 'Test a new exhibit'],
      ),
    ],
    logs: [
      'Read to the four-year-olds and set up the water table.',
      'Ran the magnets demonstration five times for school groups.',
      'Prepared paints and cleaned up with the children.',
      'Planned my own activity on shadows and tried it with six children.',
      'Observed circle time and took notes for my mentor.',
    ],
  },
  retail: {
    areas: ['Retail and Customers', 'Arts and Media'],
    about:
      'A shop is a promise that someone will be there. Interns learn to listen first, to know what is on the shelf and why, and to leave a display better than they found it.',
    careers: 'Buyers, visual merchandisers and store managers usually began on the floor. So did our owner.',
    offers: [
      offer(
        'Visual Display Intern',
        ['Onsite', 'Internship', true, 2],
        'Plan and build the windows that half the town walks past.',
        ['Creative', 'Handy'],
        ['Sketch', 'Build and light a window', 'Count what it sold'],
      ),
      offer(
        'Retail Operations Intern',
        ['Onsite', 'Internship', true, 3],
        'Floor, stock room and office: how three floors stay stocked.',
        ['Friendly', 'Organized'],
        ['Help customers', 'Receive goods', 'Work with the buyer'],
      ),
    ],
    logs: [
      'Helped rebuild the harbor window and set the lights.',
      'Received and tagged two deliveries.',
      'Worked the floor on Saturday and learned the register.',
      'Compared last month’s sales with the buyer.',
      'Wrote shelf cards for the new ceramics.',
    ],
  },
} as const satisfies Record<string, DemoSector>;

export type Sector = keyof typeof sectors;
