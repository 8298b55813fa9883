export const profileText = {
  title: "Profile",
  memberSince: "Member since",
  username: "Username",
  fullName: "Full Name",
  phone: "Phone Number",
  address: "Address",
  email: "E-mail",
  readOnly: "Read-only",
} as const;
